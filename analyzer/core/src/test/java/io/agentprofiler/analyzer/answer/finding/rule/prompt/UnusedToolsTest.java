// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Tools that a model is offered, and those that it calls. */
class UnusedToolsTest {
    private static final FindingRule RULE = new UnusedTools();

    /** Workflows of one model call, half of whose prompt is definitions; after every second one an agent calls one of its tools. */
    private static TestRun calls(int workflows, int offered, int called) {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= workflows; i++) {
            double at = 10_000.0 * i;
            run.trace(i)
                    .start(1, 0, at, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                    .start(
                            2,
                            1,
                            at,
                            "llm",
                            "l",
                            "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\","
                                    + "\"agentprofiler.request.tools\":" + offered + ","
                                    + "\"agentprofiler.content.tool.definitions\":{\"chars\":4000,\"hash\":\"x\"},"
                                    + "\"agentprofiler.content.input.messages\":{\"chars\":4000,\"hash\":\"y\"}")
                    .end(2, at + 1000, "\"gen_ai.usage.input_tokens\":2000,\"gen_ai.usage.output_tokens\":10");
            if (called > 0 && i % 2 == 0) {
                run.start(3, 1, at + 1000, "tool", "t", "\"gen_ai.tool.name\":\"t" + i % called + "\"")
                        .end(3, at + 1010);
            }
            run.end(1, at + 1010);
        }
        return run;
    }

    @Test
    void shouldFindToolsThatNobodyCalls() {
        assertThat(found(RULE, calls(20, 8, 0))).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "agent A called none of the 8 tools that its 20 model calls offered (about 1,000 tokens of definitions in each prompt)");
            assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            // 20 times 1000 tokens at $0.15 a million
            assertThat(finding.saving().usd()).isZero();
            assertThat(finding.saving().mostUsd()).isEqualByComparingTo(new BigDecimal("0.003"));
            assertThat(finding.saving().tokens()).isEqualTo(20_000);
            assertThat(finding.saving().mostNanos()).isZero();
        });
    }

    @Test
    void shouldCountTheToolsThatAreCalledNowAndThen() {
        assertThat(found(RULE, calls(24, 40, 6))).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "agent A called 3 of the 40 tools that each of its 24 model calls offered (about 1,000 tokens of definitions in each prompt)");
            // 37 of 40 parts of 24000 tokens
            assertThat(finding.saving().tokens()).isEqualTo(22_200);
            assertThat(finding.saving().mostUsd()).isEqualByComparingTo(new BigDecimal("0.00333"));
        });
    }

    @Test
    void shouldFindNothingWhereMostToolsAreCalledOrCallsAreFew() {
        assertThat(found(RULE, calls(24, 4, 6))).isEmpty();
        assertThat(found(RULE, calls(19, 8, 0))).isEmpty();
        assertThat(found(RULE, calls(24, 0, 0))).isEmpty();
        assertThat(found(RULE, Thresholds.STANDARD.with(UnusedTools.UNUSED_TOOLS_TOKENS, 1_001), calls(24, 40, 6)))
                .isEmpty();
    }
}
