// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.answer;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.testing.TestRun;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Answers that reached their limit, and what the program did then. */
class CutAnswersTest {
    private static final long MILLI = 1_000_000;
    private static final FindingRule RULE = new CutAnswers();

    private final AnsweredRun answered = new AnsweredRun();

    @Test
    void shouldFindAnswersThatAnotherCallContinued() {
        for (int i = 0; i < 3; i++) {
            answered.workflow()
                    .call("length", "aaa" + i, "user:qqq" + i)
                    .call("stop", "bbb" + i, "user:qqq" + i, "assistant:aaa" + i, "user:cont")
                    .end();
        }

        assertThat(found(RULE, answered.run())).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "3 answers of agent A were cut at their limit (max_tokens=50) and continued by another call, which sent the prompt again");
            assertThat(finding.text().advice())
                    .isEqualTo("raise max_tokens for these answers, or ask for shorter ones");
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.seen().workflows()).isEqualTo(3);
            assertThat(finding.seen().evidence())
                    .extracting(evidence -> evidence.span())
                    .containsOnly(3L);
            // not streamed: the recording does not show when the rest began
            assertThat(finding.saving().nanos()).isZero();
            assertThat(finding.saving().mostNanos()).isEqualTo(300 * MILLI);
            // three prompts of 1000 tokens at $0.15 a million
            assertThat(finding.saving().usd()).isEqualByComparingTo(new BigDecimal("0.00045"));
            assertThat(finding.saving().tokens()).isEqualTo(3000);
        });
    }

    @Test
    void shouldSaveTheTimeToTheFirstTokenOfAStreamedContinuation() {
        answered.workflow().call("MAX_TOKENS", "aaaa", "user:qqqq");
        double begin = 100_000 + 100;
        answered.call(
                        100,
                        "\"chunks\":{\"count\":20,\"first_t\":" + TestRun.at(begin + 60) + ",\"last_t\":"
                                + TestRun.at(begin + 100) + ",\"max_gap_ns\":1000},",
                        "stop",
                        "bbbb",
                        "user:qqqq",
                        "assistant:aaaa")
                .end();

        assertThat(found(RULE, answered.run())).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "1 answer of agent A was cut at its limit (max_tokens=50) and continued by another call, which sent the prompt again");
            assertThat(finding.saving().nanos()).isEqualTo(60 * MILLI);
            assertThat(finding.saving().mostNanos()).isEqualTo(60 * MILLI);
        });
    }

    @Test
    void shouldFindAnswersThatAreContinuedInAnotherSpanOfTheAgent() {
        answered.around()
                .call("length", "aaaa", "user:qqqq")
                .again()
                .call("stop", "bbbb", "user:qqqq", "assistant:aaaa", "user:cont")
                .endAround();

        assertThat(found(RULE, answered.run())).hasSize(1);
    }

    @Test
    void shouldFindNothingOfCutAnswersThatNobodyContinues() {
        for (int i = 0; i < 10; i++) {
            answered.workflow()
                    .call("length", "aaa" + i, "user:qqq" + i)
                    .call("length", "bbb" + i, "user:ooo" + i)
                    .end();
        }
        assertThat(found(RULE, answered.run())).isEmpty();
    }

    @Test
    void shouldFindNothingOfAnswersThatEndedByThemselves() {
        answered.workflow()
                .call("stop", "aaaa", "user:qqqq")
                .call("stop", "bbbb", "user:qqqq", "assistant:aaaa", "user:more")
                .end();
        assertThat(found(RULE, answered.run())).isEmpty();
    }

    @Test
    void shouldFindNothingOfTheNextStepOfAnAgentsLoop() {
        answered.workflow()
                .call("length", "aaaa", "user:qqqq")
                .tool()
                .call("stop", "bbbb", "user:qqqq", "assistant:aaaa", "tool:rrrr")
                .end();
        assertThat(found(RULE, answered.run())).isEmpty();
    }
}
