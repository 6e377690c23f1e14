// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals.Variant;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is said of all workflows together. */
class ScenarioTotalsTest {
    private static final Trace WORKFLOW =
            TestRun.bare().span(1, 0, 0, 300, "agent", "A").trace();

    private static SimulatedWorkflow drawn(long nanos, long... draws) {
        return new SimulatedWorkflow(nanos, 0, null, new TreeMap<>()).withDraws(draws);
    }

    @Test
    void shouldGiveTheMedianOfAllWorkflowsTogether() {
        // most draws of each are short, and yet one of two is long in most draws of both together
        Analysis<ScenarioTotals> one = ScenarioTotals.question(supposing(drawn(100, 100, 100, 900)), 10);
        Analysis<ScenarioTotals> other = ScenarioTotals.question(supposing(drawn(100, 900, 100, 100)), 10);
        ScenarioTotals answer = one.empty();
        one.merge(answer, one.of(WORKFLOW));
        one.merge(answer, other.of(WORKFLOW));

        assertThat(answer.simulatedNanos()).isEqualTo(1000);
        assertThat(answer.simulatedNanos())
                .isBetween(
                        answer.simulatedRange().low(), answer.simulatedRange().high());
        // one of which nothing is drawn counts as it is
        Analysis<ScenarioTotals> plain =
                ScenarioTotals.question(supposing(new SimulatedWorkflow(7, 0, null, new TreeMap<>())), 10);
        one.merge(answer, plain.of(WORKFLOW));
        assertThat(answer.simulatedNanos()).isEqualTo(1007);
    }

    @Test
    void shouldNotWrapAroundAtTimesThatAreTooLong() {
        long years = 9_000_000_000_000_000_000L;
        Trace longest = TestRun.bare()
                .line("{\"event\":\"SPAN_START\",\"trace\":\"" + TestRun.traceId(1) + "\",\"span\":\""
                        + TestRun.spanId(1) + "\",\"t\":1,\"kind\":\"agent\",\"name\":\"A\",\"attributes\":{}}")
                .line("{\"event\":\"SPAN_END\",\"trace\":\"" + TestRun.traceId(1) + "\",\"span\":\"" + TestRun.spanId(1)
                        + "\",\"t\":" + years + ",\"status\":\"ok\"}")
                .trace();
        SimulatedWorkflow simulated = new SimulatedWorkflow(years, 0, null, new TreeMap<>())
                .withFirstChunk(new SimulatedWorkflow.FirstChunk(years, years))
                .withVariants(List.of(new Variant(1, years, 0, null)));
        Analysis<ScenarioTotals> plain = ScenarioTotals.question(supposing(simulated), 10);
        Analysis<ScenarioTotals> drawn = ScenarioTotals.question(supposing(drawn(years, years, years)), 10);
        ScenarioTotals answer = plain.empty();
        for (int i = 0; i < 3; i++) {
            plain.merge(answer, plain.of(longest));
        }

        assertThat(answer.nanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(answer.simulatedNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(answer.firstChunk()).isEqualTo(new SimulatedWorkflow.FirstChunk(Long.MAX_VALUE, Long.MAX_VALUE));
        assertThat(answer.variants().get(0).nanos()).isEqualTo(Long.MAX_VALUE);
        answer = plain.empty();
        for (int i = 0; i < 3; i++) {
            plain.merge(answer, drawn.of(longest));
        }
        assertThat(answer.simulatedNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(answer.simulatedRange()).isEqualTo(new TimeRange(Long.MAX_VALUE, Long.MAX_VALUE));
    }

    private static Scenario supposing(SimulatedWorkflow simulated) {
        return new Scenario() {
            @Override
            public SimulatedWorkflow of(Trace trace) {
                return simulated;
            }

            @Override
            public List<String> assumptions() {
                return List.of();
            }
        };
    }
}
