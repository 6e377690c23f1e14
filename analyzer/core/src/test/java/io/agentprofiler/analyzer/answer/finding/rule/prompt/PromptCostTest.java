// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.scan.PromptParts;
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
            assertThat(finding.text().title()).startsWith("100.0 % of the cost of llm gpt-4o-mini is input");
            assertThat(finding.shares().costShare()).isGreaterThan(0.99);
            assertThat(finding.shares().timeShare()).isZero();
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
                .end(2, 100, "\"gen_ai.usage.input_tokens\":3000,\"gen_ai.usage.output_tokens\":1")
                .end(1, 100);

        assertThat(found(new PromptCost(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title()).endsWith("; 75.0 % of the text of its prompts is tool definitions");
            assertThat(finding.text().advice())
                    .isEqualTo("offer only the tools that the question needs, or cache the prompt: analyzer prefix");
            assertThat(finding.seen().measured().threshold()).isEqualTo(FindingRules.threshold("prompt-cost-share"));
        });
    }

    private static TestRun call(String usage, String attributes) {
        return agent().start(
                        2,
                        1,
                        0,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"" + attributes)
                .end(2, 100, usage)
                .end(1, 100);
    }

    @Test
    void shouldFindNothingOfPromptsOfUsualLength() {
        // 96 % of the cost is input, as it is in many healthy agents
        assertThat(found(
                        new PromptCost(),
                        call("\"gen_ai.usage.input_tokens\":2900,\"gen_ai.usage.output_tokens\":30", "")))
                .isEmpty();
        // most of it comes from the cache
        assertThat(found(
                        new PromptCost(),
                        call(
                                "\"gen_ai.usage.input_tokens\":9000,\"gen_ai.usage.cache_read.input_tokens\":7000,\"gen_ai.usage.output_tokens\":30",
                                "")))
                .isEmpty();
        // answers cost as much
        assertThat(found(
                        new PromptCost(),
                        call("\"gen_ai.usage.input_tokens\":4000,\"gen_ai.usage.output_tokens\":400", "")))
                .isEmpty();
    }

    @Test
    void shouldNotCallUncachedWhatIsWrittenToTheCache() {
        assertThat(found(
                        new PromptCost(),
                        call(
                                "\"gen_ai.usage.input_tokens\":9000,\"gen_ai.usage.cache_creation.input_tokens\":7000,\"gen_ai.usage.output_tokens\":30",
                                "")))
                .isEmpty();
        assertThat(found(
                        new PromptCost(),
                        call(
                                "\"gen_ai.usage.input_tokens\":9000,\"gen_ai.usage.cache_creation.input_tokens\":2000,"
                                        + "\"gen_ai.usage.cache_read.input_tokens\":3000,\"gen_ai.usage.output_tokens\":10",
                                "")))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.text().title()).contains(", 4,000 uncached tokens a prompt");
                    assertThat(finding.text().advice())
                            .isEqualTo("shorten what is sent each time (tools, system instructions, history)"
                                    + "; analyzer prefix shows what else could be cached");
                });
    }

    @Test
    void shouldCountTheSystemsMessagesAsInstructions() {
        String blocks = ",\"agentprofiler.content.input.messages\":{\"chars\":1000,\"hash\":\"y\"},"
                + "\"agentprofiler.prompt.blocks\":{\"bytes\":2000,\"block_bytes\":64,\"hash_chars\":1,\"hashes\":\"a\","
                + "\"messages\":{\"left_out\":0,\"ends\":[1400,1600,2000],\"roles\":[\"system\",\"user\",\"developer\"],"
                + "\"parts\":[1,1,1],\"hashes\":\"abc\"}}";
        TestRun run = call("\"gen_ai.usage.input_tokens\":4000,\"gen_ai.usage.output_tokens\":1", blocks);

        assertThat(PromptParts.of(run.trace().spans().get(1))).isEqualTo(new PromptParts(0, 900, 100));
        assertThat(found(new PromptCost(), run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text().title())
                        .endsWith("; 90.0 % of the text of its prompts is system instructions"));
    }
}
