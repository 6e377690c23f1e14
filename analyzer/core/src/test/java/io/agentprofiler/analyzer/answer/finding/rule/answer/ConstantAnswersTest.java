// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.answer;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Calls that decide, always the same way or not. */
class ConstantAnswersTest {
    private static final long MILLI = 1_000_000;
    private static final FindingRule RULE = new ConstantAnswers();

    private final AnsweredRun answered = new AnsweredRun();

    /** Workflows that write an answer and then ask a judge, who says {@code no} to the last {@code rejected} of them. */
    private AnsweredRun judged(int workflows, int rejected, String instructions) {
        for (int i = 10; i < 10 + workflows; i++) {
            answered.workflow()
                    .call("stop", "aa" + i, "user:qq" + i)
                    .call("stop", i >= 10 + workflows - rejected ? "nooo" : "yess", instructions, "user:jj" + i)
                    .end();
        }
        return answered;
    }

    @Test
    void shouldFindAJudgeWhoAlwaysSaysTheSame() {
        assertThat(found(RULE, judged(20, 0, "system:jjjj").run()))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.text().title())
                            .isEqualTo("all 20 calls of one step of agent A got the same answer to different prompts");
                    assertThat(finding.confidence()).isEqualTo(Confidence.WEAK);
                    assertThat(finding.impact()).isEqualTo(Impact.MEDIUM);
                    assertThat(finding.seen().occurrences()).isEqualTo(20);
                    assertThat(finding.seen().evidence())
                            .extracting(evidence -> evidence.span())
                            .containsOnly(3L);
                    assertThat(finding.saving().nanos()).isZero();
                    assertThat(finding.saving().mostNanos()).isEqualTo(2000 * MILLI);
                    assertThat(finding.saving().mostUsd()).isEqualByComparingTo(new BigDecimal("0.00324"));
                });
        assertThat(found(RULE, Thresholds.STANDARD.with(ConstantAnswers.CONSTANT_ANSWERS, 21), answered.run()))
                .isEmpty();
    }

    @Test
    void shouldTellStepsWithoutInstructionsApartByTheirOrder() {
        assertThat(found(RULE, judged(20, 0, "user:jjjj").run())).hasSize(1);
    }

    @Test
    void shouldFindNothingOfAJudgeWhoSometimesSaysNo() {
        assertThat(found(RULE, judged(40, 1, "system:jjjj").run())).isEmpty();
    }

    @Test
    void shouldFindNothingInFewCalls() {
        assertThat(found(RULE, judged(19, 0, "system:jjjj").run())).isEmpty();
    }

    @Test
    void shouldFindNothingOfTheSamePromptAgainAndAgain() {
        for (int i = 0; i < 30; i++) {
            answered.workflow().call("stop", "yess", "system:jjjj", "user:same").end();
        }
        assertThat(found(RULE, answered.run())).isEmpty();
    }
}
