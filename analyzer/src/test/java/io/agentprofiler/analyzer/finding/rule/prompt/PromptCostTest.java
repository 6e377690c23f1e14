// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.prompt;

import static io.agentprofiler.analyzer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.finding.FindingRules;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Calls that cost most for what they are sent. */
class PromptCostTest {
    @Test
    void shouldFindPromptsThatCostTheMost() {
        TestRun run = agent().start(
                        2,
                        1,
                        0,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"")
                .end(2, 100, "\"gen_ai.usage.input_tokens\":96000,\"gen_ai.usage.output_tokens\":10")
                .end(1, 100);

        assertThat(found(new PromptCost(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.title()).startsWith("100.0 % of the cost of llm gpt-4o-mini is input");
            assertThat(finding.costShare()).isGreaterThan(0.99);
            assertThat(finding.timeShare()).isZero();
        });
    }

    @Test
    void shouldSayWhatMakesPromptsLong() {
        TestRun run = agent().start(
                        2,
                        1,
                        0,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\","
                                + "\"agentprofiler.content.tool.definitions\":{\"chars\":900,\"hash\":\"x\"},"
                                + "\"agentprofiler.content.input.messages\":{\"chars\":300,\"hash\":\"y\"}")
                .end(2, 100, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":1")
                .end(1, 100);

        assertThat(found(new PromptCost(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.title()).endsWith("; 75.0 % of the text of its prompts is tool definitions");
            assertThat(finding.advice())
                    .isEqualTo("offer only the tools that the question needs, or cache the prompt: analyzer prefix");
            assertThat(finding.measured().threshold()).isEqualTo(FindingRules.threshold("prompt-cost-share"));
        });
    }
}
