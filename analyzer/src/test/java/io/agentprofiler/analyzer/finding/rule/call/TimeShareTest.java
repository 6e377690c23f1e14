// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.call;

import static io.agentprofiler.analyzer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.finding.Impact;
import io.agentprofiler.analyzer.finding.Measured;
import io.agentprofiler.analyzer.finding.Saving;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Workflows that wait for models or for tools. */
class TimeShareTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldTellHowSureItIsApartFromHowSureItsSavingIs() {
        TestRun run = agent().start(2, 1, 0, "llm", "l", "\"gen_ai.request.model\":\"gpt-4o-mini\"")
                .end(2, 90, "\"gen_ai.usage.input_tokens\":96000,\"gen_ai.usage.output_tokens\":10")
                .end(1, 100);

        assertThat(found(TimeShare.OF_MODELS, run)).singleElement().satisfies(finding -> {
            assertThat(finding.confidenceWords()).isEqualTo("measured; saving supposed");
            assertThat(finding.saving().nanos()).isEqualTo(45 * MILLI);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
        });
    }

    @Test
    void shouldFindThatToolsTakeMuchOfTheTime() {
        TestRun run = agent().span(2, 1, 0, 600, "tool", "t")
                .span(3, 1, 600, 700, "tool", "u")
                .end(1, 1000);
        Threshold share = TimeShare.OF_TOOLS.thresholds().get(0);

        assertThat(found(TimeShare.OF_TOOLS, run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("tool t");
            assertThat(finding.title())
                    .isEqualTo("70.0 % of the run time is spent waiting for tools, most of it for tool t");
            assertThat(finding.saving()).isEqualTo(Saving.time(300 * MILLI));
            assertThat(finding.measured()).isEqualTo(new Measured(share, 0.7, 0.3));
        });
        assertThat(found(TimeShare.OF_TOOLS, Thresholds.STANDARD.with(share, 0.71), run))
                .isEmpty();
    }
}
