// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.answer;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers that the program did not accept, and what looks like them. */
class RejectedAnswersTest {
    private static final long MILLI = 1_000_000;
    private static final FindingRule RULE = new RejectedAnswers();

    private final AnsweredRun answered = new AnsweredRun();

    @Test
    void shouldFindAnswersThatTheProgramSentBack() {
        for (int i = 0; i < 8; i++) {
            answered.workflow().call("stop", "aaa" + i, "system:ssss", "user:qqq" + i);
            if (i % 2 == 0) {
                answered.pause(5)
                        .call("stop", "bbb" + i, "system:ssss", "user:qqq" + i, "assistant:aaa" + i, "user:nope");
            }
            answered.end();
        }

        assertThat(found(RULE, answered.run())).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "4 of 12 answers of agent A were sent back to the model at once, with the whole prompt and one message more");
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
            assertThat(finding.seen().workflows()).isEqualTo(4);
            assertThat(finding.saving().nanos()).isZero();
            assertThat(finding.saving().mostNanos()).isEqualTo(400 * MILLI);
            // four calls with 1000 tokens at $0.15 and 20 at $0.60 a million
            assertThat(finding.saving().mostUsd()).isEqualByComparingTo(new BigDecimal("0.000648"));
            assertThat(finding.saving().usd()).isZero();
        });
    }

    private void someAskedAgain() {
        for (int i = 0; i < 8; i++) {
            answered.around().call("stop", "aaa" + i, "user:qqq" + i);
            if (i % 2 == 0) {
                answered.again().call("stop", "bbb" + i, "user:qqq" + i, "assistant:aaa" + i, "user:more");
            }
            answered.endAround();
        }
    }

    @Test
    void shouldFindAnswersThatAnotherSpanOfTheAgentGetsBack() {
        someAskedAgain();
        assertThat(found(RULE, answered.run())).hasSize(1);
    }

    @Test
    void shouldFindNothingOfTheTurnsOfAConversation() {
        answered.conversation();
        someAskedAgain();
        assertThat(found(RULE, answered.run())).isEmpty();
    }

    @Test
    void shouldFindNothingOfAProgramThatAlwaysAsksTwice() {
        for (int i = 0; i < 8; i++) {
            answered.workflow()
                    .call("stop", "aaa" + i, "user:qqq" + i)
                    .call("stop", "bbb" + i, "user:qqq" + i, "assistant:aaa" + i, "user:next")
                    .end();
        }
        assertThat(found(RULE, answered.run())).isEmpty();
    }

    @Test
    void shouldFindNothingOfAPersonWhoGoesOn() {
        for (int i = 0; i < 8; i++) {
            answered.workflow().call("stop", "aaa" + i, "user:qqq" + i);
            if (i % 2 == 0) {
                answered.pause(4000).call("stop", "bbb" + i, "user:qqq" + i, "assistant:aaa" + i, "user:more");
            }
            answered.end();
        }
        assertThat(found(RULE, answered.run())).isEmpty();
    }

    @Test
    void shouldFindNothingOfOtherPromptsAndOfToolResults() {
        for (int i = 0; i < 8; i++) {
            answered.workflow().call("stop", "aaa" + i, "user:qqq" + i);
            if (i % 2 == 0) {
                answered.call("stop", "bbb" + i, "user:ooo" + i, "assistant:aaa" + i, "user:nope")
                        .tool()
                        .call("stop", "ccc" + i, "user:ooo" + i, "assistant:aaa" + i, "user:nope", "tool:rrrr");
            }
            answered.end();
        }
        assertThat(found(RULE, answered.run())).isEmpty();
    }

    /** Four answers in a row may be rejected; a fifth is a turn of a history that the program keeps. */
    @Test
    void shouldFindUpToFourInARow() {
        rows(4);
        assertThat(found(RULE, answered.run()))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.text().title()).startsWith("16 of 40 answers of agent A were sent back"));
    }

    @Test
    void shouldFindNothingOfALongerHistory() {
        rows(5);
        assertThat(found(RULE, answered.run())).isEmpty();
    }

    /** Four workflows with as many follow-ups each, and as many answers that nothing follows as make them a minority. */
    private void rows(int followUps) {
        for (int i = 0; i < 4; i++) {
            answered.workflow();
            List<String> messages = new ArrayList<>(List.of("user:q" + i + "00"));
            for (int turn = 0; turn <= followUps; turn++) {
                answered.call("stop", "a" + i + turn + "0", messages.toArray(String[]::new));
                messages.add("assistant:a" + i + turn + "0");
                messages.add("user:u" + i + turn + "0");
            }
            answered.end();
        }
        for (int i = 0; i < 20; i++) {
            answered.workflow()
                    .call("stop", "bb" + (10 + i), "user:qq" + (10 + i))
                    .end();
        }
    }
}
