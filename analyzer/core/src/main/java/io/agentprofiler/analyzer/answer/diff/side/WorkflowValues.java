// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.side;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.WrappedCalls;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.sequence.Timeline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one workflow adds to every row and path.
 *
 * @param rows by row; rows to which the workflow adds nothing are missing
 * @param paths number of spans at each path
 * @param places of rows with a model: how many calls the path around them has, {@code null} at the top
 */
public record WorkflowValues(
        Map<Row, RowValues> rows, Map<SpanPath, Integer> paths, Map<Row, Map<SpanPath, Integer>> places) {
    /**
     * Returns the values of a workflow.
     *
     * @param name what its row is called
     */
    public static WorkflowValues of(Trace trace, CallCost prices, String name) {
        Map<Row, RowValues> rows = new HashMap<>();
        RowValues all = values(rows, Row.ALL);
        RowValues named = values(rows, Row.workflow(name));
        long peak = peak(trace);
        all.workflow(trace, peak);
        named.workflow(trace, peak);
        Map<SpanPath, Integer> paths = new HashMap<>();
        Map<Row, Map<SpanPath, Integer>> places = new HashMap<>();
        SpanPath[] above = new SpanPath[trace.spans().size()];
        for (Span span : trace.spans()) {
            SpanPath parent = span.parent() == null ? null : above[span.parent().index()];
            // a span that only wraps another one of its kind is no step of its own
            if (Calls.isWrapper(span)) {
                above[span.index()] = parent;
                all.own(span);
                named.own(span);
                values(rows, Row.kind(span.kind())).own(span);
                Row overhead = operation(WrappedCalls.first(span)).overhead();
                values(rows, overhead).overheadCall(span);
                place(places, overhead, parent);
                continue;
            }
            all.inside(span, prices);
            named.inside(span, prices);
            Row operation = operation(span);
            values(rows, Row.kind(span.kind())).call(span, prices);
            values(rows, operation).call(span, prices);
            place(places, operation, parent);
            above[span.index()] = SpanPath.below(parent, span);
            paths.merge(above[span.index()], 1, Integer::sum);
        }
        rows.values().forEach(RowValues::trimmed);
        return new WorkflowValues(rows, paths, places);
    }

    private static Row operation(Span span) {
        String model = Calls.usesTokens(span) ? Calls.model(span) : "";
        return new Row(Row.RowGroup.OPERATION, span.kind(), span.name() + span.mark(), model);
    }

    private static void place(Map<Row, Map<SpanPath, Integer>> places, Row row, SpanPath around) {
        if (!row.model().isEmpty()) {
            places.computeIfAbsent(row, any -> new HashMap<>(4)).merge(around, 1, Integer::sum);
        }
    }

    /** Returns the most calls at one moment; absent where the times of some are not known. */
    private static long peak(Trace trace) {
        List<Span> calls = trace.spans().stream().filter(Calls::isCall).toList();
        if (!calls.stream().allMatch(Span::isMeasured)) {
            return Unknown.LONG;
        }
        long zero = trace.startNanos();
        return Timeline.peak(
                calls.stream().mapToDouble(call -> call.startNanos() - zero).toArray(),
                calls.stream().mapToDouble(call -> call.endNanos() - zero).toArray());
    }

    private static RowValues values(Map<Row, RowValues> rows, Row row) {
        return rows.computeIfAbsent(row, any -> new RowValues());
    }

    /** Returns about how many numbers are kept. */
    long weight() {
        return rows.values().stream().mapToLong(RowValues::weight).sum() + 4L * paths.size();
    }
}
