// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.hash;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.testing.TestRun;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Agents that ask another model than the others do, with and without a reason. */
class DearerModelTest {
    private static final long MILLI = 1_000_000;
    private static final FindingRule RULE = new DearerModel();

    private final TestRun run = TestRun.bare();
    private int span;
    private double now;

    private void workflow(int number) {
        now = 10_000.0 * number;
        span = 1;
        run.trace(number).start(1, 0, now, "workflow", "w");
    }

    private void end() {
        run.end(1, now);
    }

    /** Adds an agent that makes a model call. */
    private void agent(String name, String model, double millis, int output, String asked, String more) {
        int agent = ++span;
        run.start(agent, 1, now, "agent", name, "\"gen_ai.agent.name\":\"" + name + "\"");
        int call = ++span;
        run.start(
                        call,
                        agent,
                        now,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"" + model + "\","
                                + hash("input.messages", asked))
                .end(
                        call,
                        now + millis,
                        "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":" + output + more);
        now += millis;
        run.end(agent, now);
    }

    /** Adds workflows of three agents, of which the writer asks a model of its own. */
    private void three(int workflows, String model, int output, String more) {
        for (int i = 1; i <= workflows; i++) {
            workflow(i);
            agent("Planner", "gpt-4o-mini", 100, 40, "p" + i, "");
            agent("Writer", model, 300, output, "w" + i, more);
            agent("Translator", "gpt-4o-mini", 100, 50, "t" + i, "");
            end();
        }
    }

    @Test
    void shouldFindTheAgentThatAsksADearerModel() {
        three(6, "gpt-4o", 40, "");

        assertThat(found(RULE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("llm gpt-4o");
            assertThat(finding.text().title())
                    .isEqualTo(
                            "the first call of agent Writer asks llm gpt-4o for answers of 40 tokens (n=6), at 17 times the"
                                    + " price of llm gpt-4o-mini, which gives 2 other steps answers of 50");
            assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.saving().nanos()).isZero();
            assertThat(finding.saving().mostNanos()).isEqualTo(6 * 200 * MILLI);
            assertThat(finding.saving().usd()).isEqualByComparingTo(BigDecimal.ZERO);
            // 6 x (1000 x 2.50 + 40 x 10 - 1000 x 0.15 - 40 x 0.60) per million tokens
            assertThat(finding.saving().mostUsd()).isEqualByComparingTo(new BigDecimal("0.016356"));
        });
    }

    @Test
    void shouldFindTheAgentThatAsksASlowerModelWithoutPrices() {
        for (int i = 1; i <= 6; i++) {
            workflow(i);
            agent("Planner", "own-small", 100, 40, "p" + i, "");
            agent("Writer", "own-large", 300, 40, "w" + i, "");
            agent("Translator", "own-small", 100, 40, "t" + i, "");
            end();
        }

        assertThat(found(RULE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .contains("at 3.0 times the time of llm own-small, which gives 2 other steps answers of 40");
            assertThat(finding.saving().mostNanos()).isEqualTo(6 * 200 * MILLI);
        });
    }

    @Test
    void shouldFindNothingWhereTheOthersAnswerShortly() {
        three(6, "gpt-4o", 120, "");

        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingOfReasoning() {
        three(6, "gpt-4o", 90, ",\"gen_ai.usage.reasoning.output_tokens\":50");

        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldLeaveShortAnswersToCostlyModel() {
        three(6, "gpt-4o", 20, "");

        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingOfAnAgentThatRunsInSomeWorkflowsOnly() {
        for (int i = 1; i <= 12; i++) {
            workflow(i);
            agent("Planner", "gpt-4o-mini", 100, 40, "p" + i, "");
            if (i % 2 == 0) {
                agent("Writer", "gpt-4o", 300, 40, "w" + i, "");
            }
            agent("Translator", "gpt-4o-mini", 100, 40, "t" + i, "");
            end();
        }

        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingOfAnAgentThatAnswersAnewWhatTheCheaperModelAnswered() {
        for (int i = 1; i <= 6; i++) {
            workflow(i);
            agent("Planner", "gpt-4o-mini", 100, 40, "p" + i, "");
            agent("Translator", "gpt-4o-mini", 100, 40, "t" + i, "");
            agent("Writer", "gpt-4o", 300, 40, "t" + i, "");
            end();
        }

        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingWhereSeveralAskIt() {
        for (int i = 1; i <= 6; i++) {
            workflow(i);
            agent("Planner", "gpt-4o-mini", 100, 40, "p" + i, "");
            agent("Translator", "gpt-4o-mini", 100, 40, "t" + i, "");
            agent("Writer", "gpt-4o", 300, 40, "w" + i, "");
            agent("Critic", "gpt-4o", 300, 40, "c" + i, "");
            end();
        }

        assertThat(found(RULE, run)).isEmpty();
    }

    @Test
    void shouldFindNothingOfAnAgentThatCallsTools() {
        for (int i = 1; i <= 6; i++) {
            workflow(i);
            agent("Planner", "gpt-4o-mini", 100, 40, "p" + i, "");
            agent("Translator", "gpt-4o-mini", 100, 40, "t" + i, "");
            int buyer = ++span;
            run.start(buyer, 1, now, "agent", "Buyer", "\"gen_ai.agent.name\":\"Buyer\"");
            for (int step = 0; step < 2; step++) {
                run.start(++span, buyer, now, "llm", "l", "\"gen_ai.request.model\":\"gpt-4o\"")
                        .end(
                                span,
                                now + 300,
                                "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":40,"
                                        + "\"gen_ai.response.finish_reasons\":[\"tool_calls\"]");
                run.span(++span, buyer, now + 300, now + 310, "tool", "pay");
                now += 310;
            }
            run.end(buyer, now);
            end();
        }

        assertThat(found(RULE, run)).isEmpty();
    }
}
