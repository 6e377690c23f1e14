// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.diff.Comparison;
import io.agentprofiler.analyzer.answer.diff.Runs;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.GroupBy;
import io.agentprofiler.analyzer.trace.metric.operation.OperationStats;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Agents of one name are told apart by their ids. */
class AgentMarksTest {
    private static Trace trace(String... ids) {
        TestRun run = TestRun.run("r").start(1, 0, 0, "workflow", "w");
        for (int i = 0; i < ids.length; i++) {
            String id = ids[i] == null ? "" : ",\"gen_ai.agent.id\":\"" + ids[i] + "\"";
            run.start(10 + i, 1, i, "agent", "invoke_agent check", "\"gen_ai.agent.name\":\"check\"" + id)
                    .end(10 + i, i + 1);
        }
        return run.end(1, 100).trace();
    }

    private static List<String> agents(Trace trace) {
        return trace.spans().stream()
                .filter(span -> span.kind() == SpanKind.AGENT)
                .map(Calls::agent)
                .toList();
    }

    @Test
    void shouldNumberAgentsWhoseIdsWereCounted() {
        assertThat(agents(trace("check$10", "check$2", "check$10")))
                .containsExactly("check #2", "check #1", "check #2");
        // in the next process they count on
        assertThat(agents(trace("check$12", "check$11"))).containsExactly("check #2", "check #1");
        assertThat(agents(trace("17", "4"))).containsExactly("check #2", "check #1");
    }

    @Test
    void shouldNumberAgentsWhoseIdsAreRandom() {
        assertThat(agents(trace("b3b8c1de-44aa-4f53-9a77-6c1f37f3a001", "0ab8c1de-44aa-4f53-9a77-6c1f37f3a001")))
                .containsExactly("check #2", "check #1");
        assertThat(agents(trace("asst_Qx8ZrT1mBv0cKj5pW2nY7dLe", "asst_Qx8ZrT1mBv0cKj5pW2nY7dLe")))
                .containsExactly("check", "check");
    }

    @Test
    void shouldTakeAChosenIdForAnIdentity() {
        assertThat(agents(trace("spam", "agent-2", "check", null)))
                .containsExactly("check (spam)", "check (agent-2)", "check", "check");
    }

    @Test
    void shouldGiveThemRowsOfTheirOwn() {
        Trace trace = trace("check$1", "check$2", "check$2");
        Map<String, OperationStats> rows = Operations.ANALYSIS.of(trace).by(GroupBy.AGENT);

        assertThat(rows.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, row -> row.getValue().calls())))
                .isEqualTo(Map.of("check #1", 1L, "check #2", 2L));
        assertThat(Comparison.of(Runs.side(List.of(trace)), Runs.side(List.of(trace)), 200)
                        .rows(Row.RowGroup.OPERATION))
                .extracting(row -> row.row().label())
                .containsExactly("workflow w", "agent invoke_agent check #1", "agent invoke_agent check #2");
    }
}
