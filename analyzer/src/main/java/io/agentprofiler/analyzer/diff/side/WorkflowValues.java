// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff.side;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.metric.concurrency.Timeline;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.WrappedCalls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one workflow adds to every row and path.
 *
 * @param rows by row; rows to which the workflow adds nothing are missing
 * @param paths number of spans at each path
 */
public record WorkflowValues(Map<Row, Values> rows, Map<SpanPath, Integer> paths) {
    /** Behind the name of a call in the row of the wrappers around it. */
    private static final String OVERHEAD = ", client overhead";

    /**
     * Returns the values of a workflow.
     *
     * @param name what its row is called
     */
    public static WorkflowValues of(Trace trace, CallCost prices, String name) {
        Map<Row, Values> rows = new HashMap<>();
        Values all = values(rows, Row.ALL);
        Values named = values(rows, Row.workflow(name));
        long peak = peak(trace);
        all.workflow(trace, peak);
        named.workflow(trace, peak);
        Map<SpanPath, Integer> paths = new HashMap<>();
        SpanPath[] above = new SpanPath[trace.spans().size()];
        for (Span span : trace.spans()) {
            SpanPath parent = span.parent() == null ? null : above[span.parent().index()];
            // a span that only wraps another one of its kind is no step of its own
            if (Calls.isWrapper(span)) {
                above[span.index()] = parent;
                all.own(span);
                named.own(span);
                values(rows, Row.kind(span.kind())).own(span);
                values(rows, overheadOf(WrappedCalls.first(span))).overheadCall(span);
                continue;
            }
            all.inside(span, prices);
            named.inside(span, prices);
            String model = Calls.usesTokens(span) ? Calls.model(span) : "";
            values(rows, Row.kind(span.kind())).call(span, prices);
            values(rows, new Row(Row.Group.OPERATION, span.kind(), span.name(), model))
                    .call(span, prices);
            above[span.index()] = SpanPath.below(parent, span);
            paths.merge(above[span.index()], 1, Integer::sum);
        }
        rows.values().forEach(Values::trimmed);
        return new WorkflowValues(rows, paths);
    }

    /** The row of what wrappers take around a call: its time is in no other operation. */
    private static Row overheadOf(Span call) {
        String model = Calls.usesTokens(call) ? Calls.model(call) : "";
        return new Row(Row.Group.OPERATION, call.kind(), call.name() + OVERHEAD, model);
    }

    /** Returns the most calls at one moment; absent where the times of some are not known. */
    private static long peak(Trace trace) {
        List<Span> calls = trace.spans().stream().filter(Calls::isCall).toList();
        if (!calls.stream().allMatch(Span::isMeasured)) {
            return SpanEvent.ABSENT;
        }
        long zero = trace.startNanos();
        return Timeline.peak(
                calls.stream().mapToDouble(call -> call.startNanos() - zero).toArray(),
                calls.stream().mapToDouble(call -> call.endNanos() - zero).toArray());
    }

    private static Values values(Map<Row, Values> rows, Row row) {
        return rows.computeIfAbsent(row, any -> new Values());
    }

    /** Returns about how many numbers are kept. */
    long weight() {
        return rows.values().stream().mapToLong(Values::weight).sum() + 4L * paths.size();
    }
}
