// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.answer.critical.latency.LatencyPart;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.Comparator;

/**
 * A model call that succeeded.
 *
 * @param rank as good as random
 * @param startNanos when it began
 * @param trace its workflow
 * @param span its id
 * @param tokens what it used; input and output are known
 * @param nanos how long it took
 * @param generationNanos from the first to the last chunk, without the application's own time; negative where that is not known
 * @param waited how long its workflow waited for it
 * @param asksTools whether it asked for tools
 */
public record PlacedCall(
        long rank,
        long startNanos,
        TraceId trace,
        long span,
        Tokens tokens,
        long nanos,
        long generationNanos,
        long waited,
        boolean asksTools) {
    static final Comparator<PlacedCall> BY_RANK = Comparator.comparingLong(PlacedCall::rank)
            .thenComparing(PlacedCall::trace)
            .thenComparingLong(PlacedCall::span);

    /** Returns the rank of a call. */
    static long rankOf(WorkflowScan workflow, Span call) {
        return SplitMix64.mix(
                workflow.trace().id().high(), workflow.trace().id().low(), call.id());
    }

    static PlacedCall of(WorkflowScan workflow, Span call, boolean asksTools) {
        return new PlacedCall(
                rankOf(workflow, call),
                call.startNanos(),
                workflow.trace().id(),
                call.id(),
                call.tokens(),
                call.durationNanos(),
                workflow.latency(call).nanos(LatencyPart.GENERATION),
                workflow.waited(call),
                asksTools);
    }

    /** Returns the tokens of its answer, without those it reasoned with. */
    public long answer() {
        return Math.max(0, tokens.output() - Math.max(0, tokens.reasoning()));
    }

    /** Returns it as evidence. */
    public Evidence evidence(long weight) {
        return new Evidence(trace, span, weight);
    }
}
