// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.stable;

import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.prefix.prompt.PromptText;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The texts of some prompts, to show where they differ: a second look at a few calls, so that not all texts have to be
 * kept. Asks for those of the breaks whose text was recorded.
 */
public final class PromptTexts implements Analysis<Map<PromptTexts.Call, String>> {
    /** A model call. */
    public record Call(TraceId trace, long span) {
        static Call of(PromptRecord record) {
            return new Call(record.trace(), record.span());
        }
    }

    private final Set<Call> wanted = new HashSet<>();

    /** Asks for the texts of the first so many breaks. */
    public PromptTexts(List<PrefixBreak> breaks, int limit) {
        for (PrefixBreak found : breaks.subList(0, Math.min(limit, breaks.size()))) {
            if (found.hasText()) {
                wanted.add(Call.of(found.call()));
                wanted.add(Call.of(found.before()));
            }
        }
    }

    /** Answers whether there is nothing to ask for. */
    public boolean isEmpty() {
        return wanted.isEmpty();
    }

    @Override
    public Map<Call, String> empty() {
        return new HashMap<>();
    }

    @Override
    public Map<Call, String> of(Trace trace) {
        Map<Call, String> texts = new HashMap<>();
        for (Span span : trace.spans()) {
            Call call = new Call(trace.id(), span.id());
            if (wanted.contains(call)) {
                texts.put(call, PromptText.of(span.attributes()).text());
            }
        }
        return texts;
    }

    @Override
    public Map<Call, String> merge(Map<Call, String> into, Map<Call, String> more) {
        into.putAll(more);
        return into;
    }

    @Override
    public String toString() {
        return "prompt texts";
    }

    /**
     * Two texts around their first difference.
     *
     * @param before what both have before it
     * @param own what the call goes on with
     * @param other what the prompt before it went on with
     */
    public record Difference(String before, String own, String other) {
        private static final int CONTEXT = 24;

        /** Returns the difference of a break's two prompts, or {@code null} when a text is missing or there is none. */
        public static Difference of(PrefixBreak found, Map<Call, String> texts) {
            String own = texts.get(Call.of(found.call()));
            String other = texts.get(Call.of(found.before()));
            if (own == null || other == null || own.equals(other)) {
                return null;
            }
            int at = 0;
            while (at < own.length() && at < other.length() && own.charAt(at) == other.charAt(at)) {
                at++;
            }
            return new Difference(own.substring(Math.max(0, at - CONTEXT), at), cut(own, at), cut(other, at));
        }

        private static String cut(String text, int from) {
            return text.substring(from, Math.min(text.length(), from + CONTEXT));
        }
    }
}
