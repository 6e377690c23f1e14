// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.model;

import static io.agentprofiler.analyzer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.finding.Confidence;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Requests that were sent again. */
class RetriesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldFindRequestsSentAgain() {
        TestRun run = agent().start(2, 1, 0, "llm", "l", "\"gen_ai.request.model\":\"m\"")
                .span(3, 2, 10, 20, "http", "POST")
                .span(4, 2, 60, 70, "http", "POST")
                .span(5, 2, 170, 300, "http", "POST")
                .end(2, 300)
                .end(1, 300);

        assertThat(found(new Retries(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.saving().nanos()).isEqualTo(160 * MILLI);
            assertThat(finding.occurrences()).isEqualTo(2);
            assertThat(finding.confidence()).isEqualTo(Confidence.CERTAIN);
        });
    }
}
