// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.call;

import static io.agentprofiler.analyzer.finding.RuleRun.agent;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.finding.Confidence;
import io.agentprofiler.analyzer.finding.Evidence;
import io.agentprofiler.analyzer.finding.Finding;
import io.agentprofiler.analyzer.finding.Findings;
import io.agentprofiler.analyzer.finding.RuleRun;
import io.agentprofiler.analyzer.finding.Thresholds;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slow first calls, and who waited for them. */
class ColdStartTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldFindTheSlowFirstCall() {
        TestRun run = agent();
        run.span(10, 1, 0, 900, "llm", "l");
        for (int i = 1; i < 6; i++) {
            run.span(10 + i, 1, 1000 * i, 1000 * i + 100, "llm", "l");
        }

        assertThat(RuleRun.found(new ColdStart(), run.end(1, 6000)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.saving().nanos()).isEqualTo(800 * MILLI);
                    assertThat(finding.evidence()).extracting(Evidence::span).containsExactly(10L);
                });
    }

    /** Returns the finding, the same in whatever order the workflows are put together. */
    private static Finding found(TestRun run) {
        Findings.Question question = new Findings.Question(Thresholds.STANDARD, PriceList.bundled());
        List<Trace> traces = new ArrayList<>(run.traces());
        List<Finding> found = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Findings findings = question.empty();
            CriticalTotals totals = CriticalTotals.ANALYSIS.empty();
            for (Trace trace : traces) {
                question.merge(findings, question.of(trace));
                CriticalTotals.ANALYSIS.merge(totals, CriticalTotals.ANALYSIS.of(trace));
            }
            findings.ranked(totals, Thresholds.STANDARD).stream()
                    .filter(finding -> finding.rule().equals("cold-start"))
                    .forEach(found::add);
            Collections.reverse(traces);
        }
        assertThat(found).hasSize(2);
        assertThat(found.get(0)).isEqualTo(found.get(1));
        return found.get(0);
    }

    private static TestRun warm(TestRun run) {
        for (int i = 2; i <= 6; i++) {
            int at = 100_000 * i;
            run.trace(i)
                    .start(10 * i, 0, at, "workflow", "w")
                    .span(10 * i + 1, 10 * i, at, at + 10, "tool", "audit")
                    .end(10 * i, at + 1000);
        }
        return run;
    }

    @Test
    void shouldClaimNothingOfAFirstCallThatNobodyWaitedFor() {
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "workflow", "w")
                .start(2, 1, 0, "tool", "audit")
                .span(3, 1, 0, 900, "llm", "l")
                .end(1, 1000)
                .end(2, 60_000);

        Finding finding = found(warm(run));

        assertThat(finding.title()).isEqualTo("the first call of tool audit took 60.0 s, the median is 10.0 ms");
        assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
        assertThat(finding.saving().nanos()).isZero();
        assertThat(finding.timeShare()).isZero();
    }

    @Test
    void shouldCountTheWaitForWhatTheFirstCallCalled() {
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "workflow", "w")
                .start(2, 1, 0, "tool", "audit")
                .span(4, 2, 300, 500, "http", "GET")
                .end(2, 600)
                .span(3, 1, 600, 900, "llm", "l")
                .end(1, 1000);

        Finding finding = found(warm(run));

        assertThat(finding.saving().nanos()).isEqualTo(590 * MILLI);
        assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
    }

    @Test
    void shouldNotDivideByAMedianOfNothing() {
        TestRun run = TestRun.bare().start(1, 0, 0, "workflow", "w").span(2, 1, 0, 500, "tool", "x");
        for (int i = 0; i < 6; i++) {
            run.span(3 + i, 1, 600 + i, 600 + i, "tool", "x");
        }

        assertThat(found(run.end(1, 1000)).measured().value()).isFinite();
    }
}
