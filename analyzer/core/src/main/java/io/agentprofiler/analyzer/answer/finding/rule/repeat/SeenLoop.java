// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregates;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.EqualPayloads;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A loop of one workflow, as {@code Loop} and {@code SimilarLoop} see it, whatever time it took: for those who ask whether there is
 * any.
 *
 * @param tool kind and name of the tool
 * @param calls how many calls it consists of
 * @param isSame whether all arguments were the same; else they were similar
 * @param last its last call
 */
public record SeenLoop(String tool, int calls, boolean isSame, Span last) {
    /** Returns the loops; calls that may have waited for a change, or were for the next page, are one only if they are many. */
    public static List<SeenLoop> in(Trace trace, Thresholds thresholds) {
        return Loops.of(new WorkflowScan(trace, thresholds, PriceList.bundled(), JvmEvents.NONE, new Aggregates()))
                .stream()
                .filter(loop ->
                        loop.confidence() != Confidence.WEAK || loop.calls().size() >= Loops.MANY)
                .map(SeenLoop::of)
                .toList();
    }

    private static SeenLoop of(CallLoop loop) {
        Span last = loop.calls().get(loop.calls().size() - 1).span();
        return new SeenLoop(Operation.of(last).label(), loop.calls().size(), loop.isSame(), last);
    }

    /**
     * Returns the tool that was called often enough for a loop without that its arguments were recorded, so that nobody can tell;
     * {@code null} where there is none.
     */
    public static String untold(Trace trace, Thresholds thresholds) {
        EqualPayloads payloads = EqualPayloads.of(trace);
        Map<String, Integer> unknown = new HashMap<>();
        for (Span span : trace.spans()) {
            if (span.kind() == SpanKind.TOOL
                    && span.status() != SpanStatus.ERROR
                    && payloads.key(span) == null
                    && ArgumentWords.of(span) == null) {
                String tool = Operation.of(span).label();
                if (unknown.merge(tool, 1, Integer::sum) >= thresholds.of(Loops.LOOP_CALLS)) {
                    return tool;
                }
            }
        }
        return null;
    }
}
