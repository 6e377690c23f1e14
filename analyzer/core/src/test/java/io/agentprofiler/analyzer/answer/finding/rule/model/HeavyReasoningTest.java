// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.testing.TestRun;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Models that reason far longer than they answer. */
class HeavyReasoningTest {
    private static final long MILLI = 1_000_000;
    private static final FindingRule RULE = new HeavyReasoning();

    /** Ten workflows of one call of a second. */
    private static TestRun calls(int reasoning, int answer) {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 10; i++) {
            double at = 10_000.0 * i;
            run.trace(i)
                    .start(1, 0, at, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                    .start(
                            2,
                            1,
                            at,
                            "llm",
                            "l",
                            "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"")
                    .end(
                            2,
                            at + 1000,
                            "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":" + (reasoning + answer)
                                    + ",\"gen_ai.usage.reasoning.output_tokens\":" + reasoning)
                    .end(1, at + 1000);
        }
        return run;
    }

    @Test
    void shouldFindReasoningFarLongerThanTheAnswer() {
        assertThat(found(RULE, calls(900, 100))).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo(
                            "the first call of agent A reasons with 900 tokens for an answer of 100 (llm gpt-4o-mini, n=10)");
            assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().measured().value()).isEqualTo(9);
            assertThat(finding.saving().nanos()).isZero();
            // 900 of 1000 tokens, of ten seconds
            assertThat(finding.saving().mostNanos()).isEqualTo(9000 * MILLI);
            // 9000 tokens at $0.60 a million
            assertThat(finding.saving().mostUsd()).isEqualByComparingTo(new BigDecimal("0.0054"));
            assertThat(finding.saving().usd()).isZero();
            assertThat(finding.saving().tokens()).isEqualTo(9000);
        });
    }

    @Test
    void shouldFindNothingOfReasoningThatIsShortOrHasALongAnswer() {
        assertThat(found(RULE, calls(250, 10))).isEmpty();
        assertThat(found(RULE, calls(1500, 500))).isEmpty();
        assertThat(found(RULE, calls(0, 500))).isEmpty();
    }
}
