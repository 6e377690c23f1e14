// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Findings.FindingsQuestion;
import io.agentprofiler.analyzer.answer.finding.Leads.Lead;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Facts that stand out where no rule is sure. */
class LeadsTest {
    private final TestRun run = TestRun.bare();

    private static List<Lead> leads(TestRun run) {
        FindingsQuestion question = Findings.standard();
        Findings findings = question.empty();
        CriticalTotals totals = CriticalTotals.ANALYSIS.empty();
        for (Trace trace : run.traces()) {
            question.merge(findings, question.of(trace));
            CriticalTotals.ANALYSIS.merge(totals, CriticalTotals.ANALYSIS.of(trace));
        }
        return Leads.of(findings, totals);
    }

    /** Adds a workflow with a model call, after so much time of its own. */
    private void workflow(int number, double before, double millis, String finish) {
        double from = 10_000.0 * number;
        run.trace(number)
                .start(1, 0, from, "workflow", "ask")
                .start(
                        2,
                        1,
                        from + before,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\",\"gen_ai.request.max_tokens\":50")
                .end(
                        2,
                        from + before + millis,
                        "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":50,"
                                + "\"gen_ai.response.finish_reasons\":[\"" + finish + "\"]")
                .end(1, from + before + millis);
    }

    @Test
    void shouldTellAnswersThatEndedAtTheirLimit() {
        for (int i = 1; i <= 10; i++) {
            workflow(i, 1, 100 + i, i <= 6 ? "length" : "stop");
        }

        assertThat(leads(run)).singleElement().satisfies(lead -> {
            assertThat(lead.text())
                    .isEqualTo("6 of 10 answers of llm gpt-4o ended at max_tokens=50, 60.0 % of the cost");
            assertThat(lead.evidence().span()).isEqualTo(2);
            assertThat(lead.share()).isEqualTo(0.6);
            assertThat(lead.command())
                    .isEqualTo("analyzer show "
                            + lead.evidence().trace().toString().substring(0, 12));
            assertThat(lead.line())
                    .isEqualTo(lead.text() + " (trace "
                            + lead.evidence().trace().toString().substring(0, 12) + ", span 0000000000000002); next: "
                            + lead.command());
        });
    }

    @Test
    void shouldTellTimeThatIsNoModels() {
        for (int i = 1; i <= 10; i++) {
            workflow(i, 150, 50, "stop");
        }

        assertThat(leads(run)).singleElement().satisfies(lead -> {
            assertThat(lead.text()).isEqualTo("workflow ask took 75.0 % of the time itself");
            assertThat(lead.evidence()).isNull();
            assertThat(lead.command()).isEqualTo("analyzer tree --slowest");
        });
    }

    @Test
    void shouldTellATailOfSlowCalls() {
        for (int i = 1; i <= 40; i++) {
            workflow(i, 1, i % 10 == 0 ? 2000 : 100, "stop");
        }

        assertThat(leads(run))
                .singleElement()
                .satisfies(lead -> assertThat(lead.text())
                        .isEqualTo("one call in twenty of llm gpt-4o took 2.00 s or longer, the median is 100 ms"));
    }

    @Test
    void shouldTellNothingOfAProgramWithoutAnythingUnusual() {
        for (int i = 1; i <= 10; i++) {
            workflow(i, 1, 100, "stop");
        }

        assertThat(leads(run)).isEmpty();
    }
}
