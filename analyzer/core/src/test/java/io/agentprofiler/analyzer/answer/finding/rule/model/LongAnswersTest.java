// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Answers that are many times longer than the others of the same agent. */
class LongAnswersTest {
    private static final double MILLI = 1e6;
    private static final FindingRule RULE = new LongAnswers();

    private final TestRun run = TestRun.bare();
    private int workflows;

    /** A workflow of an agent's calls, each of 50 ms and 2 ms a token, the first of them streamed where asked. */
    private LongAnswersTest workflow(boolean streamed, int... answers) {
        double at = 100_000.0 * ++workflows;
        run.trace(workflows).start(1, 0, at, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
        for (int i = 0; i < answers.length; i++) {
            double end = at + 50 + 2 * (answers[i] - 1);
            String chunks = streamed
                    ? "\"chunks\":{\"count\":" + answers[i] + ",\"first_t\":" + TestRun.at(at + 50) + ",\"last_t\":"
                            + TestRun.at(end) + ",\"max_gap_ns\":1000},"
                    : "";
            run.start(
                            2 + i,
                            1,
                            at,
                            "llm",
                            "l",
                            "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"")
                    .end(
                            2 + i,
                            end,
                            "ok",
                            "," + chunks
                                    + "\"attributes\":{\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":"
                                    + answers[i] + "}");
            at = end;
        }
        run.end(1, at);
        return this;
    }

    @Test
    void shouldFindTheCallWhoseAnswersAreFarLongerThanThoseOfTheOthers() {
        for (int i = 0; i < 10; i++) {
            workflow(true, 30, 400);
        }

        assertThat(found(RULE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "the second call of agent A is answered with 400 tokens, 13 times as many as its other calls (30)");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().workflows()).isEqualTo(10);
            // beyond 150 tokens, and all but one
            assertThat(finding.saving().nanos() / MILLI).isCloseTo(10 * 500, within(1e-3));
            assertThat(finding.saving().mostNanos() / MILLI).isCloseTo(10 * 798, within(1e-3));
            // 370 tokens at $0.60 a million
            assertThat(finding.saving().usd()).isEqualByComparingTo(new BigDecimal("0.00222"));
            assertThat(finding.saving().tokens()).isEqualTo(3700);
        });
        assertThat(found(RULE, Thresholds.STANDARD.with(LongAnswers.LONG_ANSWER_TIMES, 14), run))
                .isEmpty();
    }

    @Test
    void shouldTellTheTimeOfATokenByHowTimeGrowsWithOutput() {
        for (int i = 0; i < 10; i++) {
            workflow(false, 30 + i % 3, 400 + i);
        }

        assertThat(found(RULE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.saving().nanos() / MILLI).isCloseTo(10 * 500, within(100.0));
            assertThat(finding.saving().mostNanos() / MILLI).isCloseTo(10 * 800, within(100.0));
        });
    }

    @Test
    void shouldFindSingleAnswersThatAreFarLonger() {
        for (int i = 0; i < 20; i++) {
            workflow(true, i % 5 == 0 ? 500 : 25);
        }

        assertThat(found(RULE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "4 of 20 answers to the first call of agent A are with 500 tokens, 20 times as many as the median of these answers (25)");
            assertThat(finding.seen().occurrences()).isEqualTo(4);
        });
    }

    @Test
    void shouldFindNothingOfAWordBesideAText() {
        // a step that sorts, and one that writes
        for (int i = 0; i < 20; i++) {
            workflow(true, 2, 400);
        }
        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingOfAnswersThatAreAllLong() {
        for (int i = 0; i < 20; i++) {
            workflow(true, 800, 900 + i);
        }
        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingOfAgentsThatAskForTools() {
        TestRun tools = TestRun.bare();
        for (int i = 0; i < 20; i++) {
            int at = 10_000 * i;
            tools.trace(i + 1)
                    .start(1, 0, at, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                    .start(2, 1, at, "llm", "l", "\"gen_ai.request.model\":\"m\"")
                    .end(2, at + 100, "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":20")
                    .span(3, 1, at + 100, at + 200, "tool", "t")
                    .start(4, 1, at + 200, "llm", "l", "\"gen_ai.request.model\":\"m\"")
                    .end(4, at + 1200, "\"gen_ai.usage.input_tokens\":200,\"gen_ai.usage.output_tokens\":400")
                    .end(1, at + 1300);
        }
        assertThat(found(RULE, tools)).isEmpty();
    }
}
