// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Finding.Measured;
import io.agentprofiler.analyzer.answer.finding.FindingDocument.KindShare;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.RuleRun;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the client does before and after its requests is no wait for a model, and what has no end saves nothing. */
class BeforeRequestTest {
    private static final long MILLI = 1_000_000;

    private static final Operation MODEL = new Operation(SpanKind.LLM, "m");

    private static TestRun start() {
        return TestRun.run("r").start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
    }

    /** A first call of 11.3 s, of which 8.4 s are the start of the client. */
    private static TestRun slowStart() {
        return start().start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .span(3, 2, 8400, 11_200, "http", "POST")
                .end(2, 11_300)
                .end(1, 11_300);
    }

    private static List<Finding> findings(Trace trace) {
        return Findings.standard().of(trace).ranked(CriticalTotals.ANALYSIS.of(trace), Thresholds.STANDARD);
    }

    @Test
    void shouldCountOnlyTheRequestAsAWaitForTheModel() {
        CriticalTotals totals = CriticalTotals.ANALYSIS.of(slowStart().trace());
        CriticalTotals.OperationPath model = totals.byOperation().get(MODEL);

        assertThat(model.pathNanos()).isEqualTo(11_300 * MILLI);
        assertThat(model.beforeNanos()).isEqualTo(8400 * MILLI);
        assertThat(model.waitedNanos()).isEqualTo(2800 * MILLI);
        assertThat(model.afterNanos()).isEqualTo(100 * MILLI);
        assertThat(model.savedIfHalfNanos()).isEqualTo(1400 * MILLI);
        assertThat(KindShare.of(totals).get(0).group()).isEqualTo(KindShare.FindingGroup.MODELS);
        assertThat(KindShare.of(totals).get(0).share()).isCloseTo(2800.0 / 11_300, within(1e-9));
    }

    @Test
    void shouldSayFromTheFirstCallOnThatTheClientTookItsTime() {
        List<Finding> findings = findings(slowStart().trace());

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("before-request");
            assertThat(finding.subject()).isEqualTo("llm m");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.text().title())
                    .isEqualTo(
                            "the client of llm m took 8.40 s before its first request in the first call, as it started");
            assertThat(finding.impact()).isEqualTo(Impact.LOW);
            assertThat(finding.saving().nanos()).isEqualTo(8400 * MILLI);
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(2L);
            assertThat(finding.seen().measured())
                    .isEqualTo(new Measured(FindingRules.threshold("before-request-ms"), 8400, 500));
        });
    }

    /** So many workflows of one call, whose requests begin after these times and take 100 ms. */
    private static TestRun calls(int... before) {
        TestRun run = TestRun.run("r");
        for (int i = 0; i < before.length; i++) {
            int at = 10_000 * i;
            int end = at + before[i] + 100;
            run.trace(i + 1)
                    .start(10 * i + 1, 0, at, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                    .start(10 * i + 2, 10 * i + 1, at, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                    .span(10 * i + 3, 10 * i + 2, at + before[i], end, "http", "POST")
                    .end(10 * i + 2, end)
                    .end(10 * i + 1, end);
        }
        return run;
    }

    @Test
    void shouldFindAClientThatIsMadeForEachCall() {
        assertThat(RuleRun.found(new BeforeRequest(), calls(800, 200, 200, 210, 190, 200)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.impact()).isEqualTo(Impact.HIGH);
                    assertThat(finding.text().title())
                            .isEqualTo("the client of llm m took 200 ms (median) before the first request of a call,"
                                    + " up to 800 ms, again and again: in 5 of 6 calls besides its start");
                    assertThat(finding.saving().nanos()).isEqualTo(1000 * MILLI);
                    assertThat(finding.seen().measured())
                            .isEqualTo(new Measured(FindingRules.threshold("client-ms"), 200, 50));
                });
    }

    @Test
    void shouldFindCallsThatNowAndThenWaitBeforeTheirRequest() {
        assertThat(RuleRun.found(new BeforeRequest(), calls(10, 10, 900, 10, 10, 700)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.seen().occurrences()).isEqualTo(2);
                    assertThat(finding.saving().nanos()).isEqualTo(1600 * MILLI);
                    assertThat(finding.seen().measured())
                            .isEqualTo(new Measured(FindingRules.threshold("before-request-ms"), 900, 500));
                });
    }

    @Test
    void shouldFindAClientThatWaitsAsItStarts() {
        ProcessLog log = new ProcessLog();
        log.add(new RunEvent.Sample("PROCESS", TestRun.at(0), Map.of("gc_ms", 1L, "cpu", 0.8)));
        log.add(new RunEvent.Sample("PROCESS", TestRun.at(10_000), Map.of("gc_ms", 1L, "cpu", 0.2)));

        assertThat(RuleRun.found(new BeforeRequest(), calls(2500, 10, 10, 10), log))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.impact()).isEqualTo(Impact.HIGH);
                    assertThat(finding.saving().nanos()).isEqualTo(2500 * MILLI);
                });
        assertThat(RuleRun.found(new BeforeRequest(), calls(1500, 10, 10, 10), log))
                .singleElement()
                .satisfies(finding -> assertThat(finding.impact()).isEqualTo(Impact.LOW));
    }

    @Test
    void shouldBeQuietOfClientsThatStartOnce() {
        assertThat(RuleRun.found(new BeforeRequest(), calls(900, 60, 10, 10, 10, 10)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.impact()).isEqualTo(Impact.LOW);
                    assertThat(finding.seen().occurrences()).isEqualTo(1);
                });
        assertThat(RuleRun.found(new BeforeRequest(), calls(400, 60, 60, 10, 10, 10)))
                .isEmpty();
    }

    /** Workflows of 1.1 s in which a wrapper waits 800 ms for a permit, delegates for 200 ms and takes 100 ms more. */
    private static TestRun permits(int workflows, boolean request) {
        TestRun run = TestRun.run("r");
        for (int i = 0; i < workflows; i++) {
            int at = 10_000 * i;
            run.trace(i + 1)
                    .start(10 * i + 1, 0, at, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                    .start(10 * i + 2, 10 * i + 1, at, "llm", "chat", "\"agentprofiler.wrapper\":true")
                    .start(10 * i + 3, 10 * i + 2, at + 800, "llm", "chat", "\"gen_ai.request.model\":\"m\"");
            if (request) {
                run.span(10 * i + 4, 10 * i + 3, at + 810, at + 1000, "http", "POST");
            }
            run.end(10 * i + 3, at + 1000).end(10 * i + 2, at + 1100).end(10 * i + 1, at + 1100);
        }
        return run;
    }

    @Test
    void shouldCountTheWaitOfAWrapperAsTimeBeforeTheRequest() {
        CriticalTotals.OperationPath unknown = CriticalTotals.ANALYSIS
                .of(permits(1, false).trace())
                .byOperation()
                .get(MODEL);
        assertThat(unknown.pathNanos()).isEqualTo(1100 * MILLI);
        assertThat(unknown.beforeNanos()).isEqualTo(800 * MILLI);
        assertThat(unknown.waitedNanos()).isEqualTo(200 * MILLI);
        assertThat(unknown.afterNanos()).isEqualTo(100 * MILLI);
        assertThat(unknown.savedIfHalfNanos()).isEqualTo(100 * MILLI);

        CriticalTotals.OperationPath known = CriticalTotals.ANALYSIS
                .of(permits(1, true).trace())
                .byOperation()
                .get(MODEL);
        assertThat(known.beforeNanos()).isEqualTo(810 * MILLI);
        assertThat(known.waitedNanos()).isEqualTo(190 * MILLI);
        assertThat(known.afterNanos()).isEqualTo(100 * MILLI);
    }

    @Test
    void shouldFindAWrapperThatWaitsBeforeItDelegates() {
        assertThat(RuleRun.found(new BeforeRequest(), permits(5, false)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo("llm m");
                    assertThat(finding.impact()).isEqualTo(Impact.HIGH);
                    assertThat(finding.text().title())
                            .isEqualTo("the client of llm m took 800 ms (median) before the first request of a call,"
                                    + " up to 800 ms, again and again: in 4 of 5 calls besides its start");
                    assertThat(finding.saving().nanos()).isEqualTo(4 * 800 * MILLI);
                    assertThat(finding.seen().evidence())
                            .extracting(Evidence::span)
                            .contains(2L);
                });
        assertThat(RuleRun.found(new BeforeRequest(), permits(5, true)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving().nanos()).isEqualTo(4 * 810 * MILLI));
    }

    /** A wrapper that tries three times, and rests 300 and 600 ms between. */
    @Test
    void shouldCountABackOffAsTimeBeforeTheNextRequest() {
        Trace trace = start().start(2, 1, 0, "llm", "chat", "\"agentprofiler.wrapper\":true")
                .start(3, 2, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(3, 100, "error", "")
                .start(4, 2, 400, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(4, 500, "error", "")
                .start(5, 2, 1100, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(5, 1300)
                .end(2, 1310)
                .end(1, 1310)
                .trace();
        CriticalTotals.OperationPath model =
                CriticalTotals.ANALYSIS.of(trace).byOperation().get(MODEL);

        assertThat(model.beforeNanos()).isEqualTo(900 * MILLI);
        assertThat(model.waitedNanos()).isEqualTo(400 * MILLI);
        assertThat(model.afterNanos()).isEqualTo(10 * MILLI);
    }

    /** Two wrappers around each other; the inner one fetches a token, and asks its memory. */
    @Test
    void shouldCountEachWrapperOnceAndNothingElse() {
        Trace trace = start().start(2, 1, 0, "llm", "outer", "\"agentprofiler.wrapper\":true")
                .start(3, 2, 100, "llm", "inner", "\"agentprofiler.wrapper\":true,\"gen_ai.request.model\":\"router\"")
                .span(4, 3, 150, 350, "http", "POST")
                .span(5, 3, 400, 450, "memory", "recall")
                .start(6, 3, 500, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(6, 900)
                .end(3, 900)
                .end(2, 900)
                .end(1, 900)
                .trace();
        CriticalTotals totals = CriticalTotals.ANALYSIS.of(trace);

        assertThat(totals.byOperation().keySet())
                .extracting(Operation::label)
                .containsExactlyInAnyOrder("llm m", "memory recall");
        assertThat(totals.byOperation().get(MODEL).beforeNanos()).isEqualTo(450 * MILLI);
        assertThat(totals.byOperation().get(MODEL).waitedNanos()).isEqualTo(400 * MILLI);
    }

    @Test
    void shouldNotBlameTheModelForItsClient() {
        // without the requests' records nobody can tell
        TestRun unknown = start().start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(2, 11_300)
                .end(1, 11_300);

        assertThat(findings(unknown.trace())).extracting(Finding::rule).containsExactly("slow-model");
        assertThat(findings(slowStart().trace())).extracting(Finding::rule).doesNotContain("slow-model");
    }

    @Test
    void shouldWaitUntilTheLastChunkOfAStream() {
        Trace trace = start().start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .span(3, 2, 100, 200, "http", "POST")
                .end(
                        2,
                        1000,
                        "ok",
                        ",\"chunks\":{\"count\":3,\"first_t\":" + TestRun.at(300) + ",\"last_t\":" + TestRun.at(900)
                                + ",\"max_gap_ns\":1}")
                .end(1, 1000)
                .trace();
        CriticalTotals.OperationPath model =
                CriticalTotals.ANALYSIS.of(trace).byOperation().get(MODEL);

        assertThat(model.beforeNanos()).isEqualTo(100 * MILLI);
        assertThat(model.waitedNanos()).isEqualTo(800 * MILLI);
        assertThat(model.afterNanos()).isEqualTo(100 * MILLI);
        assertThat(model.savedIfHalfNanos()).isEqualTo(400 * MILLI);
    }

    @Test
    void shouldMakeNoSavingOfASpanWithoutAnEnd() {
        // one call is never over; the run goes on
        Trace trace = start().start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(2, 100)
                .start(3, 1, 100, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .start(4, 1, 35_700, "memory", "last event")
                .trace();
        CriticalTotals totals = CriticalTotals.ANALYSIS.of(trace);
        CriticalTotals.OperationPath model = totals.byOperation().get(MODEL);

        assertThat(model.unfinishedNanos()).isEqualTo(35_600 * MILLI);
        assertThat(model.waitedNanos()).isEqualTo(100 * MILLI);
        assertThat(model.savedIfHalfNanos()).isEqualTo(50 * MILLI);
        assertThat(totals.unfinishedNanos()).isEqualTo(35_600 * MILLI);
        assertThat(findings(trace)).isEmpty();
    }
}
