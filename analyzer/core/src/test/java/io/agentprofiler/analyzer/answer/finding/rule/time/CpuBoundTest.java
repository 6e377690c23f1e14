// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.rule.time.SlowCalls.CpuBound;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Tools that compute. */
class CpuBoundTest {
    @Test
    void shouldFindAToolThatComputes() {
        TestRun run = agent().start(2, 1, 0, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                .end(2, 100, "ok", ",\"cpu_ns\":90000000,\"alloc_bytes\":2000000")
                .end(1, 100);

        assertThat(found(new CpuBound(), run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text().title())
                        .isEqualTo("tool t computes for 90.0 % of its time, 90.0 ms a call, and allocates 2.00 MB"));
    }
}
