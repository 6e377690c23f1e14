// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.Attributes;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@linkplain WorkflowEnd#isFailedStep Failed steps} by operation. What was cancelled has not failed, and of what has no end nobody
 * knows; nor of what a format does not say the outcome of.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class FailedCalls {
    /** The analysis. */
    public static final Analysis<FailedCalls> ANALYSIS = Analysis.direct(
            "failed calls",
            FailedCalls::new,
            FailedCalls::add,
            (into, more) -> more.byOperation.forEach(
                    (operation, stats) -> into.row(operation).add(stats)));

    private final SortedMap<Operation, FailureStats> byOperation = new TreeMap<>();

    private FailedCalls() {}

    private FailureStats row(Operation operation) {
        return byOperation.computeIfAbsent(operation, any -> new FailureStats());
    }

    private void add(Trace trace) {
        if (trace.isFragment()) {
            return;
        }
        Set<Operation> failed = Set.of();
        boolean selected = trace.root().attributes().get(Attributes.KEPT_FOR) != null;
        for (Span span : trace.spans()) {
            if (WorkflowEnd.isStep(span) && span.status() != SpanStatus.UNFINISHED && span.tellsStatus()) {
                Operation operation = Operation.of(span);
                FailureStats stats = row(operation);
                stats.called(selected);
                if (WorkflowEnd.isFailedStep(span)) {
                    failed = failed.isEmpty() ? new HashSet<>() : failed;
                    stats.failed(span, failed.add(operation));
                }
            }
        }
    }

    /** Returns the operations of whose calls it is known whether they failed, those that never did included. */
    public SortedMap<Operation, FailureStats> byOperation() {
        return Collections.unmodifiableSortedMap(byOperation);
    }

    /** Returns the operations that failed, most failures first. */
    public List<Map.Entry<Operation, FailureStats>> worstFirst() {
        return byOperation.entrySet().stream()
                .filter(row -> row.getValue().failed() > 0)
                .sorted(Comparator.comparingLong((Map.Entry<Operation, FailureStats> row) ->
                                row.getValue().failed())
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }
}
