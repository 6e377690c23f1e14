// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A model call of which hashes are known, not texts. That a hash is another says nothing of what was put into the text; only
 * equal hashes tell: what a call was asked with is what an earlier one was asked with, a message is an earlier answer.
 *
 * @param asked hashes of all that it was asked with
 * @param answer hash of its answer
 */
public record HashedCall(String asked, String answer) {
    private static final String CONTENT = "agentprofiler.content.";
    /** Spans of an agent that bring no text from elsewhere. */
    private static final Set<SpanKind> WITHOUT_TEXT =
            Set.of(SpanKind.LLM, SpanKind.HTTP, SpanKind.PROMPT, SpanKind.GUARDRAIL, SpanKind.FUNCTION);

    private static final String BLOCKS = "agentprofiler.prompt.blocks";

    /**
     * Returns the hashes of a model call, or of the only one in an agent that did nothing else; {@code null} where they are not known, and
     * for calls that failed.
     */
    public static HashedCall of(Span span) {
        Span call = onlyModelCall(span);
        if (call == null || call.status() != SpanStatus.OK || span.status() != SpanStatus.OK || !span.isMeasured()) {
            return null;
        }
        if (call.attributes().get(Attributes.INPUT_MESSAGES) != null) {
            // its text tells more
            return null;
        }
        String messages = hash(call, "input.messages");
        String answer = answer(call);
        return messages == null || answer == null
                ? null
                : new HashedCall(
                        messages + '|' + hash(call, "system_instructions") + '|' + hash(call, "tool.definitions"),
                        answer);
    }

    /** Returns the hash of what a model answered, {@code null} where it is not known. */
    public static String answer(Span call) {
        return hash(call, "output.messages");
    }

    /**
     * Returns the hashes of the instructions that a model call begins with, as a system text or as messages; {@code null} where there are
     * none, or they are not known.
     */
    public static String instructions(Span call) {
        String system = hash(call, "system_instructions");
        if (!(call.attributes().get(BLOCKS) instanceof Map<?, ?> blocks
                && blocks.get("messages") instanceof Map<?, ?> messages
                && messages.get("hashes") instanceof String all
                && messages.get("roles") instanceof List<?> roles
                && blocks.get("hash_chars") instanceof Long chars
                && Objects.equals(messages.get("left_out"), 0L)
                && all.length() == chars * roles.size())) {
            return system;
        }
        int instructions = 0;
        while (instructions < roles.size() && PromptPart.isInstruction(String.valueOf(roles.get(instructions)))) {
            instructions++;
        }
        String first = all.substring(0, instructions * chars.intValue());
        return first.isEmpty() ? system : system == null ? first : system + first;
    }

    private static Span onlyModelCall(Span span) {
        if (span.kind() != SpanKind.AGENT) {
            return Calls.isModelCall(span) ? span : null;
        }
        Span only = null;
        Deque<Span> open = new ArrayDeque<>(span.children());
        while (!open.isEmpty()) {
            Span below = open.remove();
            boolean model = Calls.isModelCall(below);
            if (model && only != null || !model && !WITHOUT_TEXT.contains(below.kind())) {
                return null;
            }
            only = model ? below : only;
            open.addAll(below.children());
        }
        return only;
    }

    private static String hash(Span call, String name) {
        return call.attributes().get(CONTENT + name) instanceof Map<?, ?> digest
                        && digest.get("hash") instanceof String hash
                ? hash
                : null;
    }

    /** Returns the hashes of the messages of a model call's prompt, each with its length in bytes; empty where they are not known. */
    public static Map<String, Long> messageBytes(Span call) {
        Map<String, Long> lengths = new HashMap<>();
        if (Calls.isModelCall(call)
                && call.attributes().get(BLOCKS) instanceof Map<?, ?> blocks
                && blocks.get("messages") instanceof Map<?, ?> messages
                && messages.get("hashes") instanceof String all
                && messages.get("ends") instanceof List<?> ends
                && blocks.get("hash_chars") instanceof Long chars
                && all.length() == chars * ends.size()) {
            int length = chars.intValue();
            long begin = begin(blocks);
            for (int i = 0; i < ends.size(); i++) {
                long end = ends.get(i) instanceof Long known ? known : begin;
                lengths.merge(all.substring(i * length, (i + 1) * length), end - begin, Math::max);
                begin = end;
            }
        }
        return lengths;
    }

    /** Returns where the messages begin. */
    private static long begin(Map<?, ?> blocks) {
        return Math.max(
                blocks.get("tools_end") instanceof Long tools ? tools : 0,
                blocks.get("instructions_end") instanceof Long instructions ? instructions : 0);
    }

    /** Returns the hashes of the messages that a model call, or those in a span, were asked with; empty where they are not known. */
    public static Set<String> messages(Span span) {
        Set<String> hashes = new HashSet<>();
        Deque<Span> open = new ArrayDeque<>();
        open.add(span);
        while (!open.isEmpty()) {
            Span below = open.remove();
            addMessages(below, hashes);
            open.addAll(below.children());
        }
        return hashes;
    }

    private static void addMessages(Span call, Set<String> hashes) {
        if (Calls.isModelCall(call)
                && call.attributes().get(BLOCKS) instanceof Map<?, ?> blocks
                && blocks.get("messages") instanceof Map<?, ?> messages
                && messages.get("hashes") instanceof String all
                && blocks.get("hash_chars") instanceof Long chars
                && chars > 0
                && chars <= all.length()) {
            int length = chars.intValue();
            for (int at = 0; at + length <= all.length(); at += length) {
                hashes.add(all.substring(at, at + length));
            }
        }
    }

    /** Answers whether the answer, as it was, is among messages. */
    public boolean isAmong(Set<String> messages) {
        return messages.stream().anyMatch(answer::startsWith);
    }
}
