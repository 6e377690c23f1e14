// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The typical duration of a call by kind of work. A difference is a hint that a profile is unusual, never a finding.
 *
 * <p>Requests are those that are no part of a model call: these take as long as the model.
 */
public enum UsualTime {
    MODEL("models", 500, 5_000, "0.5–5 s"),
    TOOL("tools", 10, 30_000, "10 ms–30 s"),
    MEMORY("memory", 10, 500, "10–500 ms"),
    REQUEST("requests", 50, 2_000, "50 ms–2 s"),
    PROMPT("prompts", 1, 50, "1–50 ms");

    /** The lengths of measured calls, by what is usual for them. */
    public static final RuleInput<SortedMap<UsualTime, Distribution>> LENGTHS = new RuleInput<>(
            TreeMap::new,
            UsualTime::add,
            (into, more) -> more.forEach((sort, lengths) ->
                    into.computeIfAbsent(sort, any -> new Distribution()).add(lengths)));

    private static final long MILLI = 1_000_000;

    private final String word;
    private final long lowMillis;
    private final long highMillis;
    private final String range;

    UsualTime(String word, long lowMillis, long highMillis, String range) {
        this.range = range;
        this.word = word;
        this.lowMillis = lowMillis;
        this.highMillis = highMillis;
    }

    /** Returns the word for people and files. */
    public String word() {
        return word;
    }

    /** Returns what is usual, for people. */
    public String range() {
        return range;
    }

    /** Returns the least that is usual, in nanoseconds. */
    public long lowNanos() {
        return lowMillis * MILLI;
    }

    /** Returns the most that is usual, in nanoseconds. */
    public long highNanos() {
        return highMillis * MILLI;
    }

    /** Answers whether a length lies outside of what is usual. */
    public boolean isUnusual(double nanos) {
        return nanos < lowNanos() || nanos > highNanos();
    }

    private static void add(SortedMap<UsualTime, Distribution> lengths, WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            UsualTime sort = span.isMeasured() ? of(span) : null;
            if (sort != null) {
                lengths.computeIfAbsent(sort, any -> new Distribution()).add(span.durationNanos());
            }
        }
    }

    /** Returns what a span is, {@code null} where nothing is known to be usual. */
    private static UsualTime of(Span span) {
        return switch (span.kind()) {
            case LLM -> span.isWrapper() ? null : MODEL;
            case TOOL -> TOOL;
            case MEMORY -> MEMORY;
            case PROMPT -> PROMPT;
            case HTTP -> isOfModel(span) ? null : REQUEST;
            default -> null;
        };
    }

    private static boolean isOfModel(Span request) {
        Span call = request.requestedBy();
        return call != null && (call.kind() == SpanKind.LLM || call.kind() == SpanKind.EMBEDDING);
    }
}
