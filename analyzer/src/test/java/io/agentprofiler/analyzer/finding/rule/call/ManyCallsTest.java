// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.call;

import static io.agentprofiler.analyzer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.finding.Saving;
import io.agentprofiler.analyzer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Many calls of one operation. */
class ManyCallsTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldFindMoreCallsInAWorkflowThanTheThreshold() {
        TestRun run = agent();
        for (int i = 0; i < 21; i++) {
            run.span(10 + i, 1, 10 * i, 10 * i + 4, "tool", "t");
        }
        run.end(1, 420);

        assertThat(found(new ManyCalls(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.title()).isEqualTo("tool t was called 21 times in one workflow");
            assertThat(finding.saving()).isEqualTo(Saving.upTo(84 * MILLI));
            assertThat(finding.timeShare()).isEqualTo(0.2);
        });
        assertThat(found(new ManyCalls(), Thresholds.STANDARD.with(ManyCalls.CALLS_PER_WORKFLOW, 21), run))
                .isEmpty();
    }
}
