// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.tool;

import static io.agentprofiler.analyzer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.finding.FindingRules;
import io.agentprofiler.analyzer.finding.Measured;
import io.agentprofiler.analyzer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Tools that take long. */
class SlowToolTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldFindASlowToolByTheThresholdSet() {
        TestRun run = agent().span(2, 1, 0, 600, "tool", "t").end(1, 1000);

        assertThat(found(new SlowTool(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.saving().mostNanos()).isEqualTo(600 * MILLI);
            assertThat(finding.title()).isEqualTo("tool t takes up to 600 ms (n=1), 60.0 % of the run time");
            assertThat(finding.measured()).isEqualTo(new Measured(FindingRules.threshold("slow-tool-ms"), 600, 500));
        });
        assertThat(found(new SlowTool(), Thresholds.STANDARD.with(FindingRules.threshold("slow-tool-ms"), 601), run))
                .isEmpty();
    }

    @Test
    void shouldNameTheWorstOfManyCalls() {
        TestRun run = agent();
        for (int i = 0; i < 20; i++) {
            run.span(10 + i, 1, 1000 * i, 1000 * i + (i == 19 ? 900 : 600), "tool", "t");
        }

        assertThat(found(new SlowTool(), run.end(1, 20_000)))
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.title())
                                .isEqualTo(
                                        "tool t takes up to 615 ms in 95 % of its calls, at worst 900 ms (n=20), 61.5 % of the run time"));
    }
}
