// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.answer;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.prefix.PromptRun;
import io.agentprofiler.analyzer.answer.prefix.PromptRun.Part;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** What prompts that grow cost: in time by how it grows with the prompt, and in money. */
class GrowingContextTest {
    private static final FindingRule RULE = new GrowingContext();

    /** Ten workflows of six calls: 50 ms to the first token, and so many milliseconds more for 1,000 tokens of the prompt. */
    private static TestRun workflows(IntUnaryOperator input, double perThousand) {
        TestRun run = TestRun.bare();
        for (int workflow = 1; workflow <= 10; workflow++) {
            double at = 100_000.0 * workflow;
            run.trace(workflow).start(1, 0, at, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
            for (int call = 0; call < 6; call++) {
                int tokens = input.applyAsInt(call);
                double first = at + 50 + perThousand * tokens / 1000;
                run.start(
                                2 + call,
                                1,
                                at,
                                "llm",
                                "l",
                                "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"")
                        .end(
                                2 + call,
                                first + 20,
                                "ok",
                                ",\"chunks\":{\"count\":11,\"first_t\":" + TestRun.at(first) + ",\"last_t\":"
                                        + TestRun.at(first + 20)
                                        + ",\"max_gap_ns\":1000},\"attributes\":{\"gen_ai.usage.output_tokens\":11,\"gen_ai.usage.input_tokens\":"
                                        + tokens + "}");
                at = first + 20;
            }
            run.end(1, at);
        }
        return run;
    }

    @Test
    void shouldSayWhatGrowthCosts() {
        assertThat(found(RULE, workflows(call -> 500 + 1000 * call, 40)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.text().title())
                            .isEqualTo(
                                    "prompts of agent A grow by 1,000 tokens a call, from 500 to 5,500, 4.3 % of the context window of gpt-4o in 6 calls (10 runs)");
                    assertThat(finding.text().advice()).startsWith("keep less of it");
                    // 15 000 tokens beyond 500 in each workflow, 40 ns a token, at $2.50 a million
                    assertThat(finding.saving().nanos()).isZero();
                    assertThat(finding.saving().mostNanos() / 1e6).isCloseTo(10 * 600, within(1.0));
                    assertThat(finding.saving().usd()).isZero();
                    assertThat(finding.saving().mostUsd()).isEqualByComparingTo(new BigDecimal("0.375"));
                    assertThat(finding.saving().tokens()).isEqualTo(150_000);
                    assertThat(finding.impact()).isEqualTo(Impact.HIGH);
                });
    }

    @Test
    void shouldClaimMoneyOnlyWhereTimeDoesNotGrow() {
        assertThat(found(RULE, workflows(call -> 500 + 1000 * call, 0)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.saving().mostNanos()).isZero();
                    assertThat(finding.saving().isMoneySaved()).isTrue();
                });
    }

    @Test
    void shouldFindNothingOfUsualGrowth() {
        // a few results of tools
        assertThat(found(RULE, workflows(call -> 500 + 300 * call, 40))).isEmpty();
        // long prompts from the beginning
        assertThat(found(RULE, workflows(call -> 5000 + 1000 * call, 40))).isEmpty();
    }

    /** One run of many calls, whose prompts have lengths in turn; of each so much is read from a cache. */
    private static TestRun steps(int calls, IntUnaryOperator input, IntUnaryOperator cached) {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
        for (int call = 0; call < calls; call++) {
            run.start(
                            2 + call,
                            1,
                            1000.0 * call,
                            "llm",
                            "l",
                            "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"")
                    .end(
                            2 + call,
                            1000.0 * call + 900,
                            "\"gen_ai.usage.output_tokens\":11,\"gen_ai.usage.input_tokens\":" + input.applyAsInt(call)
                                    + ",\"gen_ai.usage.cache_read.input_tokens\":" + cached.applyAsInt(call));
        }
        return run.end(1, 1000.0 * calls);
    }

    @Test
    void shouldFindNothingOfABoundedMemory() {
        // it is full after ten calls, and its messages differ in length
        int[] noise = {0, 90, -60, 40, -20, 70, -80};
        IntUnaryOperator bounded = call -> 500 + 600 * Math.min(call, 10) + noise[call % noise.length];
        for (int calls : new int[] {16, 20, 30, 60}) {
            assertThat(found(RULE, steps(calls, bounded, call -> 0)))
                    .as("%d calls", calls)
                    .isEmpty();
        }
        // it is summarized again and again
        assertThat(found(RULE, steps(30, call -> 500 + 2000 * (call % 6), call -> 0)))
                .isEmpty();
        // it fills most of the window, and stays as it is
        assertThat(found(RULE, steps(20, call -> 90_000 + noise[call % noise.length], call -> 0)))
                .isEmpty();
    }

    @Test
    void shouldFindNothingOfTheStepsOfOneRunThatFillLittleOfTheWindow() {
        // 2.6 % of it after 60 steps
        assertThat(found(RULE, steps(60, call -> 500 + 48 * call, call -> 0))).isEmpty();
        assertThat(found(RULE, steps(60, call -> 500 + 480 * call, call -> 0))).hasSize(1);
    }

    /** A cached token of this model costs half of a fresh one. */
    @Test
    void shouldCountCachedGrowthByItsPrice() {
        IntUnaryOperator sent = call -> 300 + 800 * call;
        assertThat(found(RULE, steps(11, sent, call -> call == 0 ? 0 : sent.applyAsInt(call - 1))))
                .singleElement()
                // 8,300 fresh and 39,000 cached tokens, without 11 times the first prompt of 300
                .satisfies(finding -> assertThat(finding.saving().mostUsd()).isEqualByComparingTo("0.06125"));
    }

    @Test
    void shouldFindNothingOfGrowthThatComesFromTheCache() {
        assertThat(found(RULE, steps(40, call -> 500 + 480 * call, call -> Math.max(0, 480 * call - 200))))
                .isEmpty();
    }

    /** Workflows of one call whose memory keeps all messages, or begins anew each time. */
    private static List<Trace> memory(boolean kept) {
        PromptRun run = new PromptRun();
        for (int i = 0; i < 12; i++) {
            List<Part> prompt = new ArrayList<>(List.of(new Part("system", "rules", 100, 1)));
            for (int j = kept ? 0 : i; j <= i; j++) {
                prompt.add(user("question " + j, 300));
            }
            run.workflow(i + 1).answered(2000 * i, answer("a" + i, 10), prompt.toArray(Part[]::new));
        }
        return run.traces();
    }

    @Test
    void shouldSeeAMemoryGrowThatNobodyNamed() {
        List<FindingRule> rules = List.of(RULE);
        assertThat(found(rules, Thresholds.STANDARD, JvmEvents.NONE, memory(true)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.text().title())
                            .startsWith("prompts of llm gpt-4o grow by 300 tokens a call, from 400 to 3,700,");
                    // 300 * (1 + 2 + .. + 11) tokens
                    assertThat(finding.saving().tokens()).isEqualTo(19_800);
                });
        assertThat(found(rules, Thresholds.STANDARD, JvmEvents.NONE, memory(false)))
                .isEmpty();
    }
}
