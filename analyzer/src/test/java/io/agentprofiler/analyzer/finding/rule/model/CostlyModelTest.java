// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.model;

import static io.agentprofiler.analyzer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.finding.Impact;
import io.agentprofiler.analyzer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Models that cost much. */
class CostlyModelTest {
    @Test
    void shouldFindAModelThatCostsMuchPerWorkflow() {
        TestRun run = agent().start(
                        2,
                        1,
                        0,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"")
                // 1 000 000 * $0.15 per million
                .end(2, 100, "\"gen_ai.usage.input_tokens\":1000000,\"gen_ai.usage.output_tokens\":0")
                .end(1, 100);

        assertThat(found(new CostlyModel(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.title()).isEqualTo("llm gpt-4o-mini costs $0.15 per workflow");
            assertThat(finding.costShare()).isEqualTo(1);
            assertThat(finding.timeShare()).isZero();
            assertThat(finding.impact()).isEqualTo(Impact.MEDIUM);
        });
        assertThat(found(new CostlyModel(), Thresholds.STANDARD.with(CostlyModel.COST_PER_WORKFLOW_USD, 0.16), run))
                .isEmpty();
    }
}
