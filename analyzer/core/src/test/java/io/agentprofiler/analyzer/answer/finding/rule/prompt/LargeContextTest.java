// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Prompts that fill the window. */
class LargeContextTest {
    @Test
    void shouldFindPromptsThatFillTheWindow() {
        TestRun run = agent().start(
                        2,
                        1,
                        0,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"")
                .end(2, 100, "\"gen_ai.usage.input_tokens\":96000,\"gen_ai.usage.output_tokens\":10")
                .end(1, 100);

        assertThat(found(new LargeContext(), run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text().title())
                        .isEqualTo("prompts of llm gpt-4o-mini fill up to 75.0 % of its context window (1 call)"));
    }

    @Test
    void shouldClaimNoHighImpactWithoutASaving() {
        TestRun run = agent().start(2, 1, 0, "llm", "l", "\"gen_ai.request.model\":\"gpt-4o-mini\"")
                .end(2, 90, "\"gen_ai.usage.input_tokens\":96000,\"gen_ai.usage.output_tokens\":10")
                .end(1, 100);

        assertThat(found(new LargeContext(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.confidenceWord()).isEqualTo("measured");
            // 90 % of the time, but no saving is claimed
            assertThat(finding.impact()).isEqualTo(Impact.MEDIUM);
        });
    }
}
