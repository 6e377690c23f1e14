// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.RuleRun;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Slow first calls, and who waited for them. */
class ColdStartTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldFindTheSlowFirstCall() {
        TestRun run = agent();
        run.span(10, 1, 0, 900, "tool", "t");
        for (int i = 1; i < 6; i++) {
            run.span(10 + i, 1, 1000 * i, 1000 * i + 100, "tool", "t");
        }

        assertThat(RuleRun.found(new ColdStart(), run.end(1, 6000)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.saving().nanos()).isEqualTo(800 * MILLI);
                    assertThat(finding.seen().evidence())
                            .extracting(Evidence::span)
                            .containsExactly(10L);
                });
    }

    /** Returns the finding, the same in whatever order the workflows are put together. */
    private static Finding found(TestRun run) {
        Findings.FindingsQuestion question = new Findings.FindingsQuestion(Thresholds.STANDARD, PriceList.bundled());
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

        assertThat(finding.text().title()).isEqualTo("the first call of tool audit took 60.0 s, the median is 10.0 ms");
        assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
        assertThat(finding.saving().nanos()).isZero();
        assertThat(finding.shares().timeShare()).isZero();
    }

    @Test
    void shouldCountItsRequestsAsItsOwn() {
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

    /** A tool asks a retriever, which embeds the question; the retriever loads its index in the first call. */
    @Test
    void shouldFindOneColdStartWhereCallsAreNested() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 6; i++) {
            int at = 100_000 * i;
            int load = i == 1 ? 3000 : 0;
            run.trace(i)
                    .start(10 * i, 0, at, "workflow", "w")
                    .start(10 * i + 1, 10 * i, at, "tool", "lookup")
                    .start(10 * i + 2, 10 * i + 1, at + 5, "retrieval", "index")
                    .span(10 * i + 3, 10 * i + 2, at + 10 + load, at + 30 + load, "embedding", "e")
                    .end(10 * i + 2, at + 40 + load)
                    .end(10 * i + 1, at + 45 + load)
                    .end(10 * i, at + 50 + load);
        }

        assertThat(RuleRun.found(new ColdStart(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("retrieval index");
            assertThat(finding.text().title())
                    .isEqualTo("the first call of retrieval index took 3.02 s, the median is 15.0 ms");
            assertThat(finding.saving().nanos()).isEqualTo(3000 * MILLI);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(12L);
        });
    }

    @Test
    void shouldCountAllCallsThatWaitedForTheSameStart() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 8; i++) {
            int at = i <= 3 ? 10 * i : 100_000 * i;
            int end = i <= 3 ? 2000 : at + 20;
            run.trace(i)
                    .start(10 * i, 0, at, "workflow", "w")
                    .span(10 * i + 1, 10 * i, at, end, "tool", "t")
                    .end(10 * i, end);
        }

        assertThat(RuleRun.found(new ColdStart(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo("the first 3 calls of tool t took up to 1.99 s, the median is 20.0 ms");
            assertThat(finding.seen().occurrences()).isEqualTo(3);
            assertThat(finding.seen().workflows()).isEqualTo(3);
            assertThat(finding.saving().nanos()).isEqualTo((1970 + 1960 + 1950) * MILLI);
        });
    }

    /** A model's first call of 4 s, of which the request took {@code request}, and more of 100 ms. */
    private static TestRun firstModelCall(boolean requests, double request) {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 6; i++) {
            int at = 100_000 * i;
            double end = at + (i == 1 ? 4000 : 100);
            run.trace(i)
                    .start(10 * i, 0, at, "agent", "A")
                    .start(10 * i + 1, 10 * i, at, "llm", "chat", "\"gen_ai.request.model\":\"m\"");
            if (requests) {
                run.span(10 * i + 2, 10 * i + 1, end - (i == 1 ? request : 90), end, "http", "POST");
            }
            run.end(10 * i + 1, end).end(10 * i, end);
        }
        return run;
    }

    /** Returns what is found where the process kept so many processors busy after it had started. */
    private static List<Finding> found(TestRun run, double processors) {
        return found(run, 0.9, processors);
    }

    private static List<Finding> found(TestRun run, double before, double processors) {
        ProcessLog log = new ProcessLog();
        log.add(new RunEvent.Sample("PROCESS", TestRun.at(99_900), Map.of("gc_ms", 1L, "cpu", before)));
        log.add(new RunEvent.Sample("PROCESS", TestRun.at(200_000), Map.of("gc_ms", 1L, "cpu", processors)));
        return RuleRun.found(new ColdStart(), run, log);
    }

    @Test
    void shouldSayLittleOfAFirstModelCallThatMayHaveStartedTheClient() {
        assertThat(RuleRun.found(new ColdStart(), firstModelCall(false, 0)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.impact()).isEqualTo(Impact.LOW));
        // classes are loaded in the first request, too
        assertThat(found(firstModelCall(true, 3090), 0.9))
                .singleElement()
                .satisfies(finding -> assertThat(finding.impact()).isEqualTo(Impact.LOW));
        assertThat(found(firstModelCall(true, 1090), 0.1))
                .singleElement()
                .satisfies(finding -> assertThat(finding.impact()).isEqualTo(Impact.LOW));
        assertThat(found(firstModelCall(true, 400), 0.1)).isEmpty();
    }

    @Test
    void shouldSayLittleWhereOthersHadTheProcessors() {
        assertThat(found(firstModelCall(true, 3090), 0.2, 0.1))
                .singleElement()
                .satisfies(finding -> assertThat(finding.impact()).isEqualTo(Impact.LOW));
    }

    @Test
    void shouldFindAModelServerThatWasColdWhileTheProcessWaited() {
        assertThat(found(firstModelCall(true, 3090), 0.1)).singleElement().satisfies(finding -> {
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.saving().nanos()).isEqualTo(3000 * MILLI);
        });
        assertThat(found(firstModelCall(false, 0), 0.1))
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving().nanos()).isEqualTo(3900 * MILLI));
    }

    @Test
    void shouldCallNothingColdThatLoadedAFewClasses() {
        TestRun run = agent();
        run.span(10, 1, 0, 450, "tool", "t");
        for (int i = 1; i < 6; i++) {
            run.span(10 + i, 1, 1000 * i, 1000 * i + 10, "tool", "t");
        }

        assertThat(RuleRun.found(new ColdStart(), run.end(1, 6000))).isEmpty();
    }

    @Test
    void shouldNotDivideByAMedianOfNothing() {
        TestRun run = TestRun.bare().start(1, 0, 0, "workflow", "w").span(2, 1, 0, 600, "tool", "x");
        for (int i = 0; i < 6; i++) {
            run.span(3 + i, 1, 700 + i, 700 + i, "tool", "x");
        }

        assertThat(found(run.end(1, 1000)).seen().measured().value()).isFinite();
    }
}
