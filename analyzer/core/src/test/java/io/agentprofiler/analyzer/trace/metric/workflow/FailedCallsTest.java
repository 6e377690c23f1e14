// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Failures by operation, whatever the order in which workflows are put together. */
class FailedCallsTest {
    private static List<Trace> traces() {
        TestRun run = TestRun.run("r");
        for (int number = 1; number <= 300; number++) {
            double at = 100 * number;
            String message = number % 3 == 0 ? "the same" : "order " + number;
            run.trace(number)
                    .start(1, 0, at, "workflow", "w")
                    .start(2, 1, at, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                    .end(2, at + 1, "error", ",\"error\":{\"type\":\"E\",\"message\":\"" + message + "\"}")
                    .start(3, 1, at + 1, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                    .end(3, at + 2)
                    .end(1, at + 3);
        }
        return run.traces();
    }

    private static FailureStats stats(List<Trace> traces) {
        FailedCalls all = FailedCalls.ANALYSIS.empty();
        for (Trace trace : traces) {
            all = FailedCalls.ANALYSIS.merge(all, FailedCalls.ANALYSIS.of(trace));
        }
        assertThat(all.worstFirst()).hasSize(1);
        return all.worstFirst().get(0).getValue();
    }

    @Test
    void shouldCountTheSameInAnyOrder() {
        List<Trace> traces = new ArrayList<>(traces());
        FailureStats inOrder = stats(traces);
        Collections.shuffle(traces, new Random(7));
        FailureStats shuffled = stats(traces);

        for (FailureStats stats : List.of(inOrder, shuffled)) {
            assertThat(stats.calls()).isEqualTo(600);
            assertThat(stats.failed()).isEqualTo(300);
            assertThat(stats.rate()).isEqualTo(0.5);
            assertThat(stats.workflows()).isEqualTo(300);
            assertThat(stats.failedNanos()).isEqualTo(300_000_000L);
            assertThat(stats.errorType()).isEqualTo("E");
        }
        assertThat(shuffled.message()).isEqualTo(inOrder.message());
    }
}
