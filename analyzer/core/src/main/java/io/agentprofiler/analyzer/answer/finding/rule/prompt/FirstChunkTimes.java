// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.PrefillSlope;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The times to first chunk of streamed calls by model, from the last request, with the uncached input tokens.
 *
 * <p>Of each model up to {@value #MAX_CALLS} calls are kept, drawn evenly, by a number that depends on the call alone.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class FirstChunkTimes {
    /** How many calls of a model are kept. */
    static final int MAX_CALLS = 1000;

    /** The analysis. */
    public static final Analysis<FirstChunkTimes> ANALYSIS = Analysis.direct(
            "times to the first chunk", FirstChunkTimes::new, FirstChunkTimes::addTrace, FirstChunkTimes::add);

    /** The same for rules. */
    public static final RuleInput<FirstChunkTimes> OF_CALLS =
            new RuleInput<>(FirstChunkTimes::new, FirstChunkTimes::addWorkflow, FirstChunkTimes::add);

    private record CachedCallTime(long rank, long uncachedTokens, long nanos) {
        static final Comparator<CachedCallTime> BY_RANK = Comparator.comparingLong(CachedCallTime::rank)
                .thenComparingLong(CachedCallTime::uncachedTokens)
                .thenComparingLong(CachedCallTime::nanos);
    }

    private final Map<String, BoundedList<CachedCallTime>> byModel = new HashMap<>();

    private FirstChunkTimes() {}

    private void addTrace(Trace trace) {
        for (Span span : trace.spans()) {
            if (mayTell(span)) {
                add(trace, span, LatencySplit.of(span));
            }
        }
    }

    private void addWorkflow(WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (mayTell(span)) {
                add(workflow.trace(), span, workflow.latency(span));
            }
        }
    }

    /** Answers whether a call was streamed and may have waited for its first chunk. */
    private static boolean mayTell(Span span) {
        return Calls.isModelCall(span)
                && span.status() == SpanStatus.OK
                && span.tokens().input() >= 0
                && span.tokens().cacheRead() >= 0
                && span.chunks() != null;
    }

    private void add(FirstChunkTimes more) {
        more.byModel.forEach((model, calls) -> of(model).add(calls));
    }

    private BoundedList<CachedCallTime> of(String model) {
        return byModel.computeIfAbsent(model, any -> new BoundedList<>(MAX_CALLS, CachedCallTime.BY_RANK));
    }

    private void add(Trace trace, Span call, LatencySplit split) {
        long nanos = split.nanos(LatencyPart.FIRST_CHUNK);
        if (nanos > 0) {
            long rank = SplitMix64.mix(trace.id().high(), trace.id().low(), call.id());
            BoundedList<CachedCallTime> calls = of(Calls.model(call));
            if (calls.bound() != null && rank > calls.bound().rank()) {
                calls.drop();
            } else {
                calls.add(new CachedCallTime(
                        rank, Math.max(0, call.tokens().input() - call.tokens().cacheRead()), nanos));
            }
        }
    }

    /** Returns the time per uncached prompt token of a model; empty if its calls do not show it. */
    public Optional<PrefillSlope> slope(String model) {
        return PrefillSlope.of(of(model).inOrder().stream()
                .map(call -> new PrefillSlope.PrefillSample(call.uncachedTokens(), call.nanos()))
                .toList());
    }
}
