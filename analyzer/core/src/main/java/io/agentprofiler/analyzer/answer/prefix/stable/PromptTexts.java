// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.stable;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptText;
import io.agentprofiler.analyzer.answer.prefix.stable.PrefixBreaks.PrefixBreak;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The texts of the prompts at prefix breaks, to show where they differ. They are read in a second pass, so that not all texts are
 * kept in memory.
 */
public final class PromptTexts {
    private PromptTexts() {}

    /** Requests the texts of the first breaks; empty if no text was recorded. */
    public static Optional<Analysis<Map<SpanRef, String>>> question(List<PrefixBreak> breaks, int limit) {
        Set<SpanRef> wanted = breaks.stream()
                .limit(limit)
                .filter(PrefixBreak::hasText)
                .flatMap(found -> Stream.of(found.call().ref(), found.before().ref()))
                .collect(Collectors.toSet());
        return wanted.isEmpty()
                ? Optional.empty()
                : Optional.of(Analysis.direct(
                        "prompt texts", HashMap::new, (texts, trace) -> add(trace, wanted, texts), Map::putAll));
    }

    private static void add(Trace trace, Set<SpanRef> wanted, Map<SpanRef, String> texts) {
        for (Span span : trace.spans()) {
            SpanRef call = new SpanRef(trace.id(), span.id());
            if (wanted.contains(call)) {
                texts.put(call, PromptText.of(span.attributes()).text());
            }
        }
    }

    /**
     * Two texts around their first difference.
     *
     * @param before what both have before it
     * @param own what the call goes on with
     * @param other what the prompt before it went on with
     */
    public record TextDifference(String before, String own, String other) {
        private static final int CONTEXT = 24;

        /** Returns the difference of a break's two prompts, or {@code null} when a text is missing or there is none. */
        public static TextDifference of(PrefixBreak found, Map<SpanRef, String> texts) {
            String own = texts.get(found.call().ref());
            String other = texts.get(found.before().ref());
            if (own == null || other == null || own.equals(other)) {
                return null;
            }
            int at = 0;
            while (at < own.length() && at < other.length() && own.charAt(at) == other.charAt(at)) {
                at++;
            }
            return new TextDifference(own.substring(Math.max(0, at - CONTEXT), at), cut(own, at), cut(other, at));
        }

        private static String cut(String text, int from) {
            return text.substring(from, Math.min(text.length(), from + CONTEXT));
        }
    }
}
