// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.model;

import static io.agentprofiler.analyzer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.finding.Evidence;
import io.agentprofiler.analyzer.finding.Saving;
import io.agentprofiler.analyzer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Models that take long. */
class SlowModelTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldFindAModelWhoseMeanIsOverTheThreshold() {
        TestRun run = agent().span(2, 1, 0, 4000, "llm", "l")
                .span(3, 1, 4000, 6000, "llm", "l")
                .end(1, 6000);

        assertThat(found(new SlowModel(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.title()).isEqualTo("llm (unknown model) takes 3.00 s on average (n=2)");
            assertThat(finding.saving()).isEqualTo(Saving.time(3000 * MILLI));
            assertThat(finding.evidence()).extracting(Evidence::span).containsExactly(2L, 3L);
        });
        assertThat(found(new SlowModel(), Thresholds.STANDARD.with(SlowModel.SLOW_MODEL_MS, 3001), run))
                .isEmpty();
    }
}
