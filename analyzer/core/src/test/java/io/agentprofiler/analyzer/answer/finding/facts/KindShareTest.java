// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.FindingDocument.KindShare;
import org.junit.jupiter.api.Test;

/** Shares of sorts of work. */
class KindShareTest {
    @Test
    void shouldTellSharesOfSortsOfWork() {
        CriticalTotals totals = CriticalTotals.ANALYSIS.of(agent().span(2, 1, 0, 70, "llm", "l")
                .span(3, 1, 70, 95, "tool", "t")
                .end(1, 100)
                .trace());

        assertThat(KindShare.of(totals)).extracting(KindShare::share).containsExactly(0.7, 0.25, 0.0, 0.0, 0.05);
        assertThat(KindShare.of(totals))
                .extracting(KindShare::isUnusual)
                .containsExactly(false, false, true, true, true);
    }
}
