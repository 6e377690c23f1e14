// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.rule.answer.AnsweredRun;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Agents that hand a task to each other. */
class CircularHandoversTest {
    private static final long MILLI = 1_000_000;
    private static final FindingRule RULE = new CircularHandovers();

    private final AnsweredRun answered = new AnsweredRun();

    /** Both agents hand the task on twice, then another one answers. */
    private AnsweredRun circle() {
        return answered.around()
                .call("stop", "toBB", "user:task")
                .again("B")
                .call("stop", "toAA", "user:task", "assistant:toBB")
                .again()
                .call("stop", "toBB", "user:task", "assistant:toBB", "assistant:toAA")
                .again("B")
                .call("stop", "toAA", "user:task", "assistant:toBB", "assistant:toAA", "assistant:toBB")
                .again("C")
                .call("stop", "done", "user:task")
                .endAround();
    }

    @Test
    void shouldFindAgentsThatSayTheSameAgain() {
        assertThat(found(RULE, circle().run())).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("agent A and agent B");
            assertThat(finding.text().title())
                    .isEqualTo(
                            "agents hand over in circles in 1 workflow: agent A and agent B said 2 times what they had said before,"
                                    + " and handed over to the same agent again");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().evidence())
                    .extracting(evidence -> evidence.span())
                    .containsExactlyInAnyOrder(6L, 8L);
            // the second circle, and what came between the first hand-over and the end of it
            assertThat(finding.saving().nanos()).isEqualTo(200 * MILLI);
            assertThat(finding.saving().mostNanos()).isEqualTo(300 * MILLI);
            assertThat(finding.saving().usd()).isEqualByComparingTo(new BigDecimal("0.000324"));
            assertThat(finding.saving().mostUsd()).isEqualByComparingTo(new BigDecimal("0.000486"));
            assertThat(finding.saving().tokens()).isEqualTo(3060);
        });
    }

    @Test
    void shouldFindNothingWhereTheFirstAgentPutsTheAnswerIntoWords() {
        answered.around()
                .call("stop", "toBB", "user:task")
                .again("B")
                .call("stop", "fact", "user:task", "assistant:toBB")
                .again()
                .call("stop", "done", "user:task", "assistant:toBB", "assistant:fact")
                .endAround();
        assertThat(found(RULE, answered.run())).isEmpty();
    }

    @Test
    void shouldFindNothingOfACriticWhoRejectsOtherTexts() {
        answered.around();
        for (int i = 0; i < 4; i++) {
            answered.call("stop", "txt" + i, "user:task")
                    .again("B")
                    .call("stop", "fail", "user:txt" + i)
                    .again();
        }
        assertThat(found(RULE, answered.endAround().run())).isEmpty();
    }

    @Test
    void shouldFindNothingWhereStepsDecideAlikeOfOtherItems() {
        answered.around();
        for (int i = 0; i < 4; i++) {
            answered.call("stop", "yess", "user:itm" + i)
                    .again("B")
                    .call("stop", "fine", "user:itm" + i)
                    .again();
        }
        assertThat(found(RULE, answered.endAround().run())).isEmpty();
    }

    @Test
    void shouldFindNothingWhereAToolRanInBetween() {
        answered.around();
        for (int i = 0; i < 4; i++) {
            answered.call("stop", "look", "user:task")
                    .again("B")
                    .call("stop", "tool", "user:task")
                    .tool();
            answered.call("stop", "fact", "user:task").again();
        }
        assertThat(found(RULE, answered.endAround().run())).isEmpty();
    }

    @Test
    void shouldFindNothingWhereAllAnswersAreTheSame() {
        // as those are from which the text was removed
        answered.around();
        for (int i = 0; i < 4; i++) {
            answered.call("stop", "gone", "user:task")
                    .again("B")
                    .call("stop", "gone", "user:task")
                    .again();
        }
        assertThat(found(RULE, answered.endAround().run())).isEmpty();
    }
}
