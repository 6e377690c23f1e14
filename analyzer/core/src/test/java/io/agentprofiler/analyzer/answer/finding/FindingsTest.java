// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Findings of workflows without anything to find. */
class FindingsTest {
    @Test
    void shouldFindNothingInAWorkflowOfNoLength() {
        assertThat(found(
                        FindingRules.ALL,
                        Thresholds.STANDARD,
                        JvmEvents.NONE,
                        TestRun.bare().span(1, 0, 5, 5, "agent", "A").traces()))
                .isEmpty();
    }

    @Test
    void shouldHaveIdsOfRuleAndPlaceAlone() {
        assertThat(Finding.id("failing-calls", "tool refund")).isEqualTo("failing-calls:tool-refund");
        assertThat(Finding.id("large-context", "llm gpt-3.5-turbo")).isEqualTo("large-context:llm-gpt-3.5-turbo");
        assertThat(Finding.id("loop", "tool größe / \"x\"")).isEqualTo("loop:tool-größe-x-");
    }
}
