// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Late first tokens, slow generation, and what the recording cannot tell apart. */
class AnswerSpeedTest {
    private static final long MILLI = 1_000_000;
    private static final FindingRule LATE = new LateFirstToken();
    private static final FindingRule SLOW = new SlowGeneration();
    private static final FindingRule EITHER = new SlowModel();

    private final TestRun run = TestRun.bare();
    private int workflows;

    /** A workflow of a streamed call, and of other work after it. */
    private AnswerSpeedTest streamed(double first, double token, int tokens, double other) {
        return streamed(first, token, tokens, tokens, other, "");
    }

    private AnswerSpeedTest streamed(double first, double token, int tokens, int chunks, double other, String usage) {
        double start = 100_000.0 * ++workflows;
        double last = start + first + token * (tokens - 1);
        run.trace(workflows)
                .start(1, 0, start, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(2, 1, start, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(
                        2,
                        last,
                        "ok",
                        ",\"chunks\":{\"count\":" + chunks + ",\"first_t\":" + TestRun.at(start + first)
                                + ",\"last_t\":" + TestRun.at(last)
                                + ",\"max_gap_ns\":1000},\"attributes\":{\"gen_ai.usage.output_tokens\":" + tokens
                                + usage
                                + "}")
                .end(1, last + other);
        return this;
    }

    /** A workflow of a call whose answer came as a whole, and of other work after it. */
    private AnswerSpeedTest whole(double length, int tokens, double other) {
        double start = 100_000.0 * ++workflows;
        run.trace(workflows)
                .start(1, 0, start, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(2, 1, start, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(2, start + length, tokens < 0 ? "" : "\"gen_ai.usage.output_tokens\":" + tokens)
                .end(1, start + length + other);
        return this;
    }

    private void shouldFindNothing() {
        assertThat(found(LATE, run)).isEmpty();
        assertThat(found(SLOW, run)).isEmpty();
        assertThat(found(EITHER, run)).isEmpty();
    }

    @Test
    void shouldFindAFirstTokenThatIsLateForTheModelsOwnSpeed() {
        for (int i = 0; i < 10; i++) {
            streamed(340, 2, 31, 25);
        }

        assertThat(found(SLOW, run)).isEmpty();
        assertThat(found(EITHER, run)).isEmpty();
        assertThat(found(LATE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "the first token of llm m comes after 340 ms on average, in which it writes 170 tokens later on (n=10)");
            assertThat(finding.text().advice()).contains("queue");
            assertThat(finding.subject()).isEqualTo("llm m");
            assertThat(finding.saving()).isEqualTo(Saving.upTo(3400 * MILLI));
            assertThat(finding.shares().timeShare()).isCloseTo(340.0 / 425, within(1e-9));
            assertThat(finding.seen().workflows()).isEqualTo(10);
            assertThat(finding.seen().evidence())
                    .hasSize(5)
                    .extracting(Evidence::weight)
                    .containsOnly(340 * MILLI);
            assertThat(finding.seen().measured().threshold()).isEqualTo(LateFirstToken.FIRST_TOKEN_MS);
        });
    }

    @Test
    void shouldFindNothingOfAHealthyModel() {
        // a small mock, a usual model with long answers and with short ones, a fast one
        for (double[] model :
                new double[][] {{40, 2, 30}, {700, 15, 100}, {800, 20, 10}, {300, 10, 200}, {500, 24, 40}}) {
            AnswerSpeedTest healthy = new AnswerSpeedTest();
            for (int i = 0; i < 20; i++) {
                healthy.streamed(model[0], model[1], (int) model[2], 100);
            }
            healthy.shouldFindNothing();
        }
    }

    @Test
    void shouldSayThatAModelReasonsFirst() {
        for (int i = 0; i < 10; i++) {
            streamed(6000, 15, 531, 31, 25, ",\"gen_ai.usage.reasoning.output_tokens\":500");
        }

        assertThat(found(LATE, run)).singleElement().satisfies(finding -> {
            // 530 gaps of 15 ms are 30 tokens of 265
            assertThat(finding.text().title())
                    .contains("comes after 6.00 s on average, in which it writes 23 tokens later on");
            assertThat(finding.text().advice()).startsWith("it reasons first (500 tokens a call)");
        });
    }

    @Test
    void shouldNotCountTheFirstCallsConnection() {
        streamed(9000, 2, 31, 25);
        for (int i = 0; i < 9; i++) {
            streamed(60, 2, 31, 25);
        }
        shouldFindNothing();
    }

    @Test
    void shouldFindNothingOfFirstTokensThatWorkflowsHardlyWaitFor() {
        for (int i = 0; i < 10; i++) {
            streamed(340, 2, 31, 2000);
        }
        shouldFindNothing();
    }

    @Test
    void shouldFindSlowGeneration() {
        for (int i = 0; i < 10; i++) {
            streamed(200, 50, 21, 300);
        }

        assertThat(found(LATE, run)).isEmpty();
        assertThat(found(EITHER, run)).isEmpty();
        assertThat(found(SLOW, run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "llm m takes 50.0 ms for each further token, 20.0 tokens a second; its first comes after 200 ms (n=10)");
            assertThat(finding.saving()).isEqualTo(Saving.upTo(10_000 * MILLI));
            assertThat(finding.shares().timeShare()).isCloseTo(1000.0 / 1500, within(1e-9));
            assertThat(finding.seen().measured().value()).isCloseTo(50, within(1e-9));
        });
        Thresholds fast = Thresholds.STANDARD.with(SlowGeneration.TOKEN_OF_FIRST, 0.3);
        assertThat(found(SLOW, fast.with(SlowGeneration.TOKEN_MS, 51), run)).isEmpty();
    }

    @Test
    void shouldFindGenerationThatIsSlowBesideTheFirstToken() {
        for (int i = 0; i < 10; i++) {
            streamed(50, 17, 31, 25);
        }

        assertThat(found(SLOW, run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "llm m takes 17.0 ms for each further token, 58.8 tokens a second; its first comes after 50.0 ms (n=10)");
            assertThat(finding.seen().measured().threshold()).isEqualTo(SlowGeneration.TOKEN_LEAST_MS);
        });
        assertThat(found(SLOW, Thresholds.STANDARD.with(SlowGeneration.TOKEN_OF_FIRST, 0.35), run))
                .isEmpty();
    }

    @Test
    void shouldCountTokensThatComeInOneChunk() {
        // 4 chunks, 250 ms apart, of 25 tokens each
        for (int i = 0; i < 10; i++) {
            streamed(200, 10, 101, 5, 300, "");
        }
        shouldFindNothing();
    }

    @Test
    void shouldTakeTheStreamedAnswersOfAModelThatIsMostlyAskedForTools() {
        for (int i = 0; i < 10; i++) {
            streamed(340, 2, 31, 25);
            whole(370, 15, 0);
            whole(370, 15, 0);
        }

        assertThat(found(LATE, run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text().title()).contains("comes after 340 ms on average"));
    }

    @Test
    void shouldTellAStreamThatCameAtOnceFromAWrittenOne() {
        // what was buffered on the way says nothing of the first token
        for (int i = 0; i < 10; i++) {
            streamed(500, 0.1, 31, 25);
        }
        shouldFindNothing();
    }

    @Test
    void shouldTellALateFirstTokenByHowTimeGrowsWithOutput() {
        for (int i = 0; i < 20; i++) {
            int tokens = 5 + 7 * (i % 10);
            whole(400 + 2 * tokens + i % 3, tokens, 25);
        }

        assertThat(found(SLOW, run)).isEmpty();
        assertThat(found(EITHER, run)).isEmpty();
        assertThat(found(LATE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .startsWith("the first token of llm m comes after 40")
                    .contains("n=20; told by how the time of calls grows with their output, between ");
            assertThat(finding.saving().mostNanos() / (double) MILLI).isCloseTo(20 * 401, within(20.0));
        });
    }

    @Test
    void shouldTellSlowGenerationByHowTimeGrowsWithOutput() {
        for (int i = 0; i < 20; i++) {
            int tokens = 5 + 7 * (i % 10);
            whole(100 + 40 * tokens + i % 3, tokens, 25);
        }

        assertThat(found(LATE, run)).isEmpty();
        assertThat(found(SLOW, run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .startsWith("llm m takes 40.0 ms for each further token, 25.0 tokens a second (n=20; ");
            // 36.5 tokens on average
            assertThat(finding.saving().mostNanos() / (double) MILLI).isCloseTo(20 * 36.5 * 40, within(20.0));
        });
    }

    @Test
    void shouldSayThatItCannotTell() {
        for (int i = 0; i < 20; i++) {
            whole(2000, 25, 25);
        }

        assertThat(found(LATE, run)).isEmpty();
        assertThat(found(SLOW, run)).isEmpty();
        assertThat(found(EITHER, run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "llm m takes 2.00 s on average for 25 tokens of output (n=20); the recording cannot tell whether its first token is late or its generation slow");
            assertThat(finding.saving()).isEqualTo(Saving.NONE);
            assertThat(finding.impact()).isEqualTo(Impact.MEDIUM);
            assertThat(finding.shares().timeShare()).isCloseTo(2000.0 / 2025, within(1e-9));
        });
    }

    @Test
    void shouldNotCallAModelSlowForLongAnswers() {
        for (int i = 0; i < 20; i++) {
            // 30 s of 2 000 tokens
            whole(30_000, 2000, 25);
        }
        shouldFindNothing();
    }

    @Test
    void shouldTakeAnotherMeasureWhereTheLengthOfAnswersIsNotKnown() {
        for (int i = 0; i < 3; i++) {
            whole(3000, -1, 25);
        }

        assertThat(found(EITHER, run))
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.text().title())
                                .isEqualTo(
                                        "llm m takes 3.00 s on average (n=3); the recording cannot tell whether its first token is late or its generation slow"));
        assertThat(found(EITHER, Thresholds.STANDARD.with(FindingRules.threshold("slow-model-ms"), 3001), run))
                .isEmpty();
    }
}
