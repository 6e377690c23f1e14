// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.CriticalSection.PathPart;
import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.RowValues;
import io.agentprofiler.analyzer.answer.diff.side.Side.CallCost;
import io.agentprofiler.analyzer.answer.diff.side.Side.WorkflowValues;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.testing.RandomTraces;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.GroupBy;
import io.agentprofiler.analyzer.trace.metric.operation.OperationStats;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Every nanosecond of a workflow is in exactly one row of each table of times. */
class EveryNanosecondTest {
    private static final long MILLI = 1_000_000;
    private static final CallCost FREE = call -> Unknown.LONG;

    @Property(tries = 300)
    void shouldBeInOneRowOfEachTable(@ForAll long seed) {
        Trace trace = RandomTraces.one(new Random(seed));

        assertThat(Operations.ANALYSIS.of(trace).by(GroupBy.KIND).values().stream()
                        .mapToLong(OperationStats::selfNanos)
                        .sum())
                .isEqualTo(trace.spans().stream().mapToLong(Span::selfNanos).sum());

        CriticalTotals totals = CriticalTotals.ANALYSIS.of(trace);
        assertThat(PathPart.longestFirst(totals).stream()
                                .mapToLong(PathPart.Time::nanos)
                                .sum()
                        + totals.idleNanos())
                .isEqualTo(trace.durationNanos());

        long own = trace.spans().stream()
                .filter(span -> !span.has(SpanFlag.UNFINISHED))
                .mapToLong(Span::selfNanos)
                .sum();
        Map<Row, RowValues> rows = WorkflowValues.of(trace, FREE, "w").rows();
        for (Row.RowGroup group : Row.RowGroup.values()) {
            assertThat(rows.entrySet().stream()
                            .filter(row -> row.getKey().group() == group)
                            .mapToLong(row -> row.getValue().sum(Metric.SELF))
                            .sum())
                    .as(group.word())
                    .isEqualTo(own);
        }
    }

    @Example
    void shouldGiveAWrapperARowOfItsOwnInADiff() {
        Trace trace = TestRun.run("r")
                .start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(2, 1, 0, "llm", "chat", "\"agentprofiler.wrapper\":true")
                .start(3, 2, 800, "llm", "chat m", "\"gen_ai.request.model\":\"m\"")
                .end(3, 1000)
                .end(2, 1000)
                .end(1, 1100)
                .trace();
        Map<Row, RowValues> rows = WorkflowValues.of(trace, FREE, "w").rows();

        assertThat(rows.entrySet().stream()
                        .filter(row -> row.getKey().group() == Row.RowGroup.OPERATION)
                        .collect(Collectors.toMap(
                                row -> row.getKey().label(),
                                row -> List.of(
                                        row.getValue().calls(),
                                        row.getValue().sum(Metric.TIME),
                                        row.getValue().sum(Metric.SELF)))))
                .isEqualTo(Map.of(
                        "agent A", List.of(1L, 1100 * MILLI, 100 * MILLI),
                        "llm chat m", List.of(1L, 200 * MILLI, 200 * MILLI),
                        "llm chat m, client overhead", List.of(1L, 800 * MILLI, 800 * MILLI)));
        assertThat(rows.get(Row.kind(SpanKind.LLM)).calls()).isEqualTo(1);
    }
}
