// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Finding.Measured;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fails is the first thing that is said. */
class FailingCallsTest {
    private static final FindingRule FAILING = new FailingCalls();

    /** Workflows that call a tool so often each; those calls fail that are counted so. */
    private static List<Finding> failing(int workflows, int calls, IntPredicate fails) {
        TestRun run = TestRun.bare();
        for (int i = 0; i < workflows; i++) {
            run.trace(i + 1).start(1, 0, 0, "agent", "A", "");
            for (int j = 0; j < calls; j++) {
                run.start(2 + j, 1, 10 * j, "tool", "t")
                        .end(2 + j, 10 * j + 5, fails.test(i * calls + j) ? "error" : "ok", "");
            }
            run.end(1, 10.0 * calls);
        }
        return found(FAILING, run);
    }

    @Test
    void shouldWeighFailuresByHowSureTheyAre() {
        assertThat(failing(3, 14, i -> i == 20)).extracting(Finding::impact).containsExactly(Impact.LOW);
        assertThat(failing(42, 1, i -> i == 20)).extracting(Finding::impact).containsExactly(Impact.LOW);
        assertThat(failing(1, 2, i -> i == 1)).extracting(Finding::impact).containsExactly(Impact.MEDIUM);
        assertThat(failing(1, 1, i -> true)).extracting(Finding::impact).containsExactly(Impact.HIGH);
        // every other one; in every seventh workflow; in every 25th
        assertThat(failing(20, 1, i -> i % 2 == 0)).extracting(Finding::impact).containsExactly(Impact.HIGH);
        assertThat(failing(42, 2, i -> i % 14 == 0)).extracting(Finding::impact).containsExactly(Impact.HIGH);
        assertThat(failing(200, 1, i -> i % 25 == 0))
                .extracting(Finding::impact)
                .containsExactly(Impact.MEDIUM);
        // three of 42 calls of three workflows, of which each made many
        assertThat(failing(3, 14, i -> i % 14 == 3)).extracting(Finding::impact).containsExactly(Impact.MEDIUM);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"type\":\"com.openai.errors.RateLimitException\"",
                "\"type\":\"org.springframework.web.client.HttpClientErrorException$TooManyRequests\"",
                "\"type\":\"java.io.IOException\",\"message\":\"HTTP 429: slow down\""
            })
    void shouldAdviseToWaitWhereTooMuchWasAskedFor(String error) {
        TestRun limited = TestRun.bare();
        limited.trace(1).start(1, 0, 0, "agent", "A");
        for (int i = 0; i < 4; i++) {
            limited.start(2 + i, 1, 10 * i, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                    .end(2 + i, 10 * i + 5, "error", ",\"error\":{" + error + "}");
        }
        limited.end(1, 50);

        assertThat(found(FAILING, limited))
                .extracting(finding -> finding.text().advice())
                .containsExactly(
                        "fix this first; wait before the next attempt, as long as the answer says (Retry-After),"
                                + " or call less often");
    }

    @Test
    void shouldAdviseToWaitWhereTheLastAttemptWasRefused() {
        TestRun limited = TestRun.bare();
        limited.trace(1).start(1, 0, 0, "agent", "A");
        for (int i = 0; i < 4; i++) {
            limited.start(20 + i, 1, 10 * i, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                    .start(30 + i, 20 + i, 10 * i, "http", "POST")
                    .end(
                            30 + i,
                            10 * i + 1,
                            "error",
                            ",\"attributes\":{\"http.response.status_code\":" + (i == 3 ? 500 : 429) + "}")
                    .end(20 + i, 10 * i + 5, "error", ",\"error\":{\"type\":\"com.acme.Failed\"}");
        }
        limited.end(1, 50);

        assertThat(found(FAILING, limited))
                .extracting(finding -> finding.text().advice())
                .singleElement()
                .asString()
                .contains("wait before the next attempt");
    }

    private static final String REFUSED =
            ",\"error\":{\"type\":\"com.shop.RefundException\",\"message\":\"no such order\"}";

    private final TestRun run = TestRun.run("r");

    /** Adds a workflow: a long model call, and a refund that ends with a status. */
    private void workflow(int number, String status, String more) {
        double at = 10_000 * number;
        run.trace(number)
                .start(1, 0, at, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(2, 1, at, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(2, at + 5000)
                .start(3, 1, at + 5000, "tool", "execute_tool refund", "\"gen_ai.tool.name\":\"refund\"")
                .end(3, at + 5001, status, more)
                .end(1, at + 5002);
    }

    private List<Finding> findings() {
        return findings(Thresholds.STANDARD);
    }

    private List<Finding> findings(Thresholds thresholds) {
        Findings seen = Findings.standard().empty();
        CriticalTotals totals = CriticalTotals.ANALYSIS.empty();
        for (Trace trace : run.traces()) {
            seen = Findings.standard().merge(seen, Findings.standard().of(trace));
            totals = CriticalTotals.ANALYSIS.merge(totals, CriticalTotals.ANALYSIS.of(trace));
        }
        return seen.ranked(totals, thresholds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "slow"})
    void shouldTellNoRateWhereWorkflowsWereKeptForWhatHappenedInThem(String reason) {
        for (int i = 1; i <= 12; i++) {
            double at = 10_000 * i;
            run.trace(i)
                    .start(1, 0, at, "agent", "A", "\"agentprofiler.sample.kept_for\":\"" + reason + "\"")
                    .start(3, 1, at, "tool", "execute_tool refund", "\"gen_ai.tool.name\":\"refund\"")
                    .end(3, at + 1, "error", REFUSED)
                    .end(1, at + 2);
        }

        Finding first = findings().get(0);
        assertThat(first.rule()).isEqualTo("failing-calls");
        assertThat(first.impact()).isEqualTo(Impact.MEDIUM);
        assertThat(first.text().title())
                .startsWith(
                        "tool refund failed 12 times in 12 recorded workflows; some were kept for failing or being slow,"
                                + " so how many of all calls fail is not known; most often ")
                .doesNotContain("%");
    }

    @Test
    void shouldSayFirstThatAToolAlwaysFails() {
        for (int i = 1; i <= 12; i++) {
            workflow(i, "error", REFUSED);
        }

        Finding first = findings().get(0);
        assertThat(first.rule()).isEqualTo("failing-calls");
        assertThat(first.subject()).isEqualTo("tool refund");
        assertThat(first.impact()).isEqualTo(Impact.HIGH);
        assertThat(first.confidence()).isEqualTo(Confidence.MEASURED);
        assertThat(first.saving().isClaimed()).isFalse();
        assertThat(first.text().title())
                .isEqualTo(
                        "tool refund failed in 12 of 12 calls (100.0 %), in 12 of 12 workflows; most often com.shop.RefundException: no such order");
        assertThat(first.seen().occurrences()).isEqualTo(12);
        assertThat(first.seen().workflows()).isEqualTo(12);
        assertThat(first.seen().measured()).isEqualTo(new Measured(FindingRules.threshold("failure-rate"), 1, 0.01));
        assertThat(first.seen().evidence())
                .hasSize(5)
                .extracting(Evidence::span)
                .containsOnly(3L);
    }

    @Test
    void shouldFindFailuresThatAreNotInARow() {
        for (int i = 1; i <= 9; i++) {
            workflow(i, i % 3 == 0 ? "error" : "ok", i % 3 == 0 ? REFUSED : "");
        }

        assertThat(findings().get(0).text().title())
                .startsWith("tool refund failed in 3 of 9 calls (33.3 %), in 3 of 9 workflows");
    }

    @Test
    void shouldNotSayWhatWasNotRecorded() {
        workflow(1, "error", ",\"error\":{\"type\":\"com.shop.RefundException\"}");
        workflow(2, "error", "");

        assertThat(findings().get(0).text().title())
                .isEqualTo(
                        "tool refund failed in 2 of 2 calls (100.0 %), in 2 of 2 workflows; most often com.shop.RefundException");
    }

    @Test
    void shouldGiveOneOfManyMessagesAsAnExampleOnly() {
        for (int i = 1; i <= 3; i++) {
            workflow(i, "error", ",\"error\":{\"type\":\"Gone\",\"message\":\"order " + i + "\"}");
        }

        assertThat(findings().get(0).text().title()).endsWith("most often Gone, for example: order 1");
    }

    @Test
    void shouldCountAFailureForTheInnermostOperation() {
        run.start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(2, 1, 0, "tool", "execute_tool refund", "\"gen_ai.tool.name\":\"refund\"")
                .end(2, 10, "error", REFUSED)
                .end(1, 11, "error", ",\"error\":{\"type\":\"java.lang.RuntimeException\"}");

        assertThat(findings())
                .filteredOn(finding -> finding.rule().equals("failing-calls"))
                .extracting(Finding::subject)
                .containsExactly("tool refund");
    }

    @Test
    void shouldNameAnAgentThatFailsByItself() {
        run.start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .span(2, 1, 0, 10, "llm", "chat")
                .end(1, 11, "error", ",\"error\":{\"type\":\"java.lang.IllegalStateException\"}");

        assertThat(findings())
                .filteredOn(finding -> finding.rule().equals("failing-calls"))
                .extracting(Finding::subject)
                .containsExactly("agent A");
    }

    @Test
    void shouldNotCountWhatIsCancelledOrUnfinished() {
        workflow(1, "ok", "");
        workflow(2, "cancelled", "");
        run.trace(3).start(1, 0, 30_000, "tool", "execute_tool refund", "\"gen_ai.tool.name\":\"refund\"");

        assertThat(findings()).extracting(Finding::rule).doesNotContain("failing-calls");
    }

    @Test
    void shouldLeaveOutWhatIsUnderItsThreshold() {
        for (int i = 1; i <= 9; i++) {
            workflow(i, i == 1 ? "error" : "ok", i == 1 ? REFUSED : "");
        }

        assertThat(findings(Thresholds.STANDARD.with(FindingRules.threshold("failure-rate"), 0.2)))
                .extracting(Finding::rule)
                .doesNotContain("failing-calls");
    }

    @Test
    void shouldCountWorkflowsWithFailedSteps() {
        workflow(1, "error", REFUSED);
        workflow(2, "ok", "");
        workflow(3, "error", REFUSED);
        WorkflowStats all = run.traces().stream()
                .map(Workflows.ANALYSIS::of)
                .reduce(Workflows.ANALYSIS.empty(), Workflows.ANALYSIS::merge)
                .all();

        assertThat(all.ends().failed()).as("none failed as a whole").isZero();
        assertThat(all.ends().okWithFailures()).isEqualTo(2);
    }
}
