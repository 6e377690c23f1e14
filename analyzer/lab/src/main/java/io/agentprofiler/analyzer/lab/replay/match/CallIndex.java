// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.lab.replay.recording.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recorded calls by what a request must share with one to fit it, so that not every call has to be compared with every request. What is
 * found under a request's keys are all calls that fit, and others.
 *
 * @param <T> what stands for a call
 */
final class CallIndex<T> {
    /** Calls of which too little is known for a key of their own. */
    private static final String ANY = "any";

    private final Map<Key, List<T>> calls = new HashMap<>();

    private record Key(Operation operation, String model, String form) {}

    void add(RecordedCall call, T entry) {
        calls.computeIfAbsent(new Key(call.operation(), call.model(), form(call)), any -> new ArrayList<>())
                .add(entry);
    }

    private static String form(RecordedCall call) {
        if (call.operation() != Operation.CHAT) {
            return ANY;
        }
        List<PromptMessage> messages = call.prompt().messages();
        if (messages.isEmpty()) {
            return call.prompt().count() < 0 ? ANY : count(call.prompt().count());
        }
        if (call.prompt().texts()) {
            boolean all = messages.stream().allMatch(message -> message.text() != null && !Comparison.isMedia(message));
            return all ? texts(messages.stream().map(PromptMessage::text).toList()) : ANY;
        }
        return call.prompt().leftOut() == 0 ? roles(Comparison.roles(messages, PromptMessage::role)) : ANY;
    }

    private static String count(long messages) {
        return "count " + messages;
    }

    private static String roles(List<String> roles) {
        return "roles " + String.join(" ", roles);
    }

    private static String texts(List<String> texts) {
        long hash = texts.size();
        for (String text : texts) {
            hash = SplitMix64.mix(hash, SplitMix64.of(text));
        }
        return "texts " + hash;
    }

    /** Returns all calls that can fit a request whose model is known, and others. */
    List<T> about(Asked asked) {
        Set<String> forms = new LinkedHashSet<>(List.of(ANY));
        if (asked.operation() == Operation.CHAT) {
            forms.add(count(asked.messages().size()));
            forms.add(texts(asked.messages().stream().map(AskedMessage::text).toList()));
            forms.add(roles(Comparison.roles(asked.messages(), AskedMessage::role)));
            forms.add(roles(Comparison.roles(asked.messages(), AskedMessage::sentRole)));
        }
        List<T> found = new ArrayList<>();
        for (String form : forms) {
            found.addAll(calls.getOrDefault(new Key(asked.operation(), asked.model(), form), List.of()));
            found.addAll(calls.getOrDefault(new Key(asked.operation(), null, form), List.of()));
        }
        return found;
    }
}
