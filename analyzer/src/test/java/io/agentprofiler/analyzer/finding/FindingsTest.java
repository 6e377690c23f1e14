// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.input.event.JvmEvents;
import io.agentprofiler.analyzer.input.event.JvmEvents.Stretch;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Findings on workflows whose waste is known. */
class FindingsTest {
    private static final long MILLI = 1_000_000;

    private static List<Finding> all(Thresholds thresholds, TestRun run) {
        return all(thresholds, JvmEvents.NONE, run);
    }

    private static List<Finding> all(Thresholds thresholds, JvmEvents jvm, TestRun run) {
        Findings.Question question = new Findings.Question(thresholds, PriceList.bundled(), jvm);
        Findings findings = question.empty();
        CriticalTotals totals = CriticalTotals.ANALYSIS.empty();
        for (Trace trace : run.traces()) {
            question.merge(findings, question.of(trace));
            CriticalTotals.ANALYSIS.merge(totals, CriticalTotals.ANALYSIS.of(trace));
        }
        return findings.ranked(totals, thresholds);
    }

    private static List<Finding> of(Rule rule, TestRun run) {
        return of(rule, Thresholds.STANDARD, run);
    }

    private static List<Finding> of(Rule rule, Thresholds thresholds, TestRun run) {
        return all(thresholds, run).stream()
                .filter(finding -> finding.rule() == rule)
                .toList();
    }

    private static String hash(String name, String hash) {
        return "\"agentprofiler.content." + name + "\":{\"chars\":9,\"hash\":\"" + hash + "\"}";
    }

    private static TestRun tool(TestRun run, int id, double from, double to, String name, String asked, String answer) {
        return run.start(
                        id,
                        1,
                        from,
                        "tool",
                        name,
                        "\"gen_ai.tool.name\":\"" + name + "\"," + hash("tool.call.arguments", asked))
                .end(id, to, hash("tool.call.result", answer));
    }

    private static TestRun agent() {
        return TestRun.bare().start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"");
    }

    @Test
    void shouldFindWhatWasAskedBefore() {
        TestRun run = agent();
        tool(run, 2, 0, 100, "find", "x", "r");
        tool(run, 3, 100, 200, "find", "y", "r");
        tool(run, 4, 200, 260, "find", "x", "r");
        run.end(1, 400);

        List<Finding> found = of(Rule.REPEATED_CALLS, run);

        assertThat(found).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("tool find");
            assertThat(finding.grade()).isEqualTo(Grade.STRONG);
            assertThat(finding.occurrences()).isEqualTo(1);
            assertThat(finding.savedNanos()).isEqualTo(60 * MILLI);
            assertThat(finding.timeShare()).isEqualTo(0.15);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.evidence()).extracting(Evidence::span).containsExactly(4L);
        });
        assertThat(of(Rule.REPEATED_CALLS, Thresholds.STANDARD.withReadOnly(Set.of("find")), run))
                .extracting(Finding::grade)
                .containsExactly(Grade.CERTAIN);
    }

    @Test
    void shouldNotSuggestToCacheWhatChanges() {
        TestRun run = agent();
        tool(run, 2, 0, 100, "time", "x", "r1");
        tool(run, 3, 100, 200, "time", "x", "r2");

        assertThat(of(Rule.REPEATED_CALLS, run.end(1, 200))).isEmpty();
    }

    @Test
    void shouldPriceRepeatedQuestionsAndDoubtThemUnlessTheModelIsCold() {
        String asked = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\","
                + hash("input.messages", "m");
        String usage = "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100";
        TestRun warm = agent().start(2, 1, 0, "llm", "l", asked)
                .end(2, 100, usage)
                .start(3, 1, 100, "llm", "l", asked)
                .end(3, 200, usage)
                .end(1, 200);
        TestRun cold = agent().start(2, 1, 0, "llm", "l", asked + ",\"gen_ai.request.temperature\":0.0")
                .end(2, 100, usage)
                .start(3, 1, 100, "llm", "l", asked + ",\"gen_ai.request.temperature\":0.0")
                .end(3, 200, usage)
                .end(1, 200);

        assertThat(of(Rule.REPEATED_CALLS, warm)).singleElement().satisfies(finding -> {
            assertThat(finding.grade()).isEqualTo(Grade.WEAK);
            // 1000 * $0.15 and 100 * $0.60 per million
            assertThat(finding.savedUsd()).isEqualByComparingTo("0.00021");
            assertThat(finding.savedTokens()).isEqualTo(1100);
            assertThat(finding.costShare()).isEqualTo(0.5);
        });
        assertThat(of(Rule.REPEATED_CALLS, cold)).extracting(Finding::grade).containsExactly(Grade.STRONG);
    }

    @Test
    void shouldFindALoopAndItsModelCalls() {
        TestRun run = agent();
        for (int i = 0; i < 4; i++) {
            tool(run, 10 + i, 100 * i, 100 * i + 40, "poll", "x", "r" + i);
            run.span(20 + i, 1, 100 * i + 40, 100 * i + 100, "llm", "l");
        }

        assertThat(of(Rule.LOOP, run.end(1, 400))).singleElement().satisfies(finding -> {
            assertThat(finding.title()).isEqualTo("tool poll was called 4 times in a row with the same arguments");
            // three further polls, and the model calls before them
            assertThat(finding.savedNanos()).isEqualTo(300 * MILLI);
        });
    }

    @Test
    void shouldFindFailuresInARow() {
        TestRun run = agent();
        for (int i = 0; i < 3; i++) {
            run.start(10 + i, 1, 10 * i, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                    .end(10 + i, 10 * i + 10, "error", "");
        }

        assertThat(of(Rule.REPEATED_FAILURES, run.end(1, 100))).singleElement().satisfies(finding -> {
            assertThat(finding.savedNanos()).isEqualTo(20 * MILLI);
            assertThat(finding.title()).isEqualTo("tool t failed 3 times in a row");
        });
    }

    @Test
    void shouldFindRequestsSentAgain() {
        TestRun run = agent().start(2, 1, 0, "llm", "l", "\"gen_ai.request.model\":\"m\"")
                .span(3, 2, 10, 20, "http", "POST")
                .span(4, 2, 60, 70, "http", "POST")
                .span(5, 2, 170, 300, "http", "POST")
                .end(2, 300)
                .end(1, 300);

        assertThat(of(Rule.RETRIES, run)).singleElement().satisfies(finding -> {
            assertThat(finding.savedNanos()).isEqualTo(160 * MILLI);
            assertThat(finding.occurrences()).isEqualTo(2);
            assertThat(finding.grade()).isEqualTo(Grade.CERTAIN);
        });
    }

    @Test
    void shouldRunToolsOfOneTurnAtOnce() {
        TestRun run = agent().span(2, 1, 0, 100, "llm", "l")
                .span(3, 1, 100, 200, "tool", "a")
                .span(4, 1, 200, 260, "tool", "b")
                .span(5, 1, 270, 300, "tool", "c")
                .span(6, 1, 300, 400, "llm", "l")
                .end(1, 400);

        assertThat(of(Rule.SEQUENTIAL_TOOLS, run)).singleElement().satisfies(finding -> {
            assertThat(finding.savedNanos()).isEqualTo(100 * MILLI);
            assertThat(finding.grade()).isEqualTo(Grade.STRONG);
        });
        // two at a time: c waits for b
        assertThat(of(Rule.SEQUENTIAL_TOOLS, Thresholds.STANDARD.with(Threshold.PARALLEL_TOOLS, 2), run))
                .extracting(finding -> finding.savedNanos() / MILLI)
                .containsExactly(100L);
        assertThat(of(Rule.SEQUENTIAL_TOOLS, Thresholds.STANDARD.withReadOnly(Set.of("a", "b", "c")), run))
                .extracting(Finding::grade)
                .containsExactly(Grade.CERTAIN);
    }

    @Test
    void shouldNotRunAToolAtOnceThatMayChangeOneThingTwice() {
        TestRun run = agent().span(2, 1, 0, 100, "llm", "l");
        tool(run, 3, 100, 200, "pay", "x", "r1");
        tool(run, 4, 200, 300, "pay", "x", "r2");
        run.end(1, 300);

        assertThat(of(Rule.SEQUENTIAL_TOOLS, run)).isEmpty();
        assertThat(of(Rule.SEQUENTIAL_TOOLS, Thresholds.STANDARD.withReadOnly(Set.of("pay")), run))
                .hasSize(1);
    }

    @Test
    void shouldNotTakeToolsForATurnThatTheModelDidNotAskFor() {
        TestRun asked = agent().start(2, 1, 0, "llm", "l")
                .end(2, 100, "\"gen_ai.output.messages\":\"call weather and time\"")
                .start(3, 1, 100, "tool", "weather")
                .end(3, 200)
                .start(4, 1, 200, "tool", "time")
                .end(4, 300)
                .end(1, 300);
        // as in a trace of which the second model call is missing: what it was asked for was one tool
        TestRun missing = agent().start(2, 1, 0, "llm", "l")
                .end(2, 100, "\"gen_ai.output.messages\":\"call weather\"")
                .start(3, 1, 100, "tool", "weather")
                .end(3, 200)
                .start(4, 1, 200, "tool", "weather")
                .end(4, 300)
                .end(1, 300);

        assertThat(of(Rule.SEQUENTIAL_TOOLS, asked)).hasSize(1);
        assertThat(of(Rule.SEQUENTIAL_TOOLS, missing)).isEmpty();
    }

    @Test
    void shouldNotTakeAToolAfterAnotherModelCallForTheSameTurn() {
        TestRun chain = agent().span(2, 1, 0, 100, "llm", "l")
                .span(3, 1, 100, 200, "tool", "a")
                .span(4, 1, 200, 300, "llm", "l")
                .span(5, 1, 300, 400, "tool", "b")
                .end(1, 400);

        assertThat(of(Rule.SEQUENTIAL_TOOLS, chain)).isEmpty();
        assertThat(of(Rule.SEQUENTIAL_CALLS, chain)).isEmpty();
    }

    @Test
    void shouldClaimNothingOfCallsOfWhichNothingMoreIsKnown() {
        TestRun run = agent().span(2, 1, 0, 100, "embedding", "e")
                .span(3, 1, 100, 200, "embedding", "e")
                .span(4, 1, 200, 300, "embedding", "e")
                .end(1, 400);

        assertThat(of(Rule.SEQUENTIAL_CALLS, run)).isEmpty();
    }

    @Test
    void shouldFindTheSlowFirstCall() {
        TestRun run = agent();
        run.span(10, 1, 0, 900, "llm", "l");
        for (int i = 1; i < 6; i++) {
            run.span(10 + i, 1, 1000 * i, 1000 * i + 100, "llm", "l");
        }

        assertThat(of(Rule.COLD_START, run.end(1, 6000))).singleElement().satisfies(finding -> {
            assertThat(finding.savedNanos()).isEqualTo(800 * MILLI);
            assertThat(finding.evidence()).extracting(Evidence::span).containsExactly(10L);
        });
    }

    @Test
    void shouldFindPromptsThatFillTheWindowAndCostTheMost() {
        TestRun run = agent().start(
                        2,
                        1,
                        0,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\"")
                .end(2, 100, "\"gen_ai.usage.input_tokens\":96000,\"gen_ai.usage.output_tokens\":10")
                .end(1, 100);

        assertThat(of(Rule.LARGE_CONTEXT, run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.title())
                        .isEqualTo("prompts of llm gpt-4o-mini fill up to 75 % of its window (1 call)"));
        assertThat(of(Rule.PROMPT_COST, run)).singleElement().satisfies(finding -> {
            assertThat(finding.title()).startsWith("100 % of the cost of llm gpt-4o-mini is input");
            assertThat(finding.costShare()).isGreaterThan(0.99);
            assertThat(finding.timeShare()).isZero();
        });
        assertThat(of(Rule.MODEL_TIME, run)).hasSize(1);
    }

    @Test
    void shouldTellHowSureItIsApartFromHowSureItsSavingIs() {
        TestRun run = agent().start(2, 1, 0, "llm", "l", "\"gen_ai.request.model\":\"gpt-4o-mini\"")
                .end(2, 90, "\"gen_ai.usage.input_tokens\":96000,\"gen_ai.usage.output_tokens\":10")
                .end(1, 100);

        assertThat(of(Rule.MODEL_TIME, run)).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo("measured; saving supposed");
            assertThat(finding.savedNanos()).isEqualTo(45 * MILLI);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
        });
        assertThat(of(Rule.LARGE_CONTEXT, run)).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo("measured");
            // 90 % of the time, but no saving is claimed
            assertThat(finding.impact()).isEqualTo(Impact.MEDIUM);
        });
    }

    @Test
    void shouldFindSlowOperationsByTheThresholdsSet() {
        TestRun run = agent().span(2, 1, 0, 600, "tool", "t").end(1, 1000);

        assertThat(of(Rule.SLOW_TOOL, run)).singleElement().satisfies(finding -> {
            assertThat(finding.savedNanos()).isEqualTo(300 * MILLI);
            assertThat(finding.title()).isEqualTo("tool t takes up to 600 ms (n=1), 60 % of the time");
            assertThat(finding.measured()).isEqualTo(new Measured(Threshold.SLOW_TOOL_MS, 600, 500));
        });
        assertThat(of(Rule.TOOL_TIME, run)).hasSize(1);
        assertThat(of(Rule.SLOW_TOOL, Thresholds.STANDARD.with(Threshold.SLOW_TOOL_MS, 601), run))
                .isEmpty();
    }

    @Test
    void shouldFindNothingInAWorkflowOfNoLength() {
        assertThat(all(Thresholds.STANDARD, TestRun.bare().span(1, 0, 5, 5, "agent", "A")))
                .isEmpty();
    }

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

    @Test
    void shouldNameTheWorstOfManyCalls() {
        TestRun run = agent();
        for (int i = 0; i < 20; i++) {
            run.span(10 + i, 1, 1000 * i, 1000 * i + (i == 19 ? 900 : 600), "tool", "t");
        }

        assertThat(of(Rule.SLOW_TOOL, run.end(1, 20_000)))
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.title())
                                .isEqualTo(
                                        "tool t takes up to 615 ms in 95 % of its calls, at worst 900 ms (n=20), 62 % of the time"));
    }

    @Test
    void shouldSayWhatMakesPromptsLong() {
        TestRun run = agent().start(
                        2,
                        1,
                        0,
                        "llm",
                        "l",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o-mini\","
                                + "\"agentprofiler.content.tool.definitions\":{\"chars\":900,\"hash\":\"x\"},"
                                + "\"agentprofiler.content.input.messages\":{\"chars\":300,\"hash\":\"y\"}")
                .end(2, 100, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":1")
                .end(1, 100);

        assertThat(of(Rule.PROMPT_COST, run)).singleElement().satisfies(finding -> {
            assertThat(finding.title()).endsWith("; 75 % of its prompts' text is definitions of tools");
            assertThat(finding.advice())
                    .isEqualTo("offer only the tools that the question needs, or have it cached: analyzer prefix");
            assertThat(finding.measured().threshold()).isEqualTo(Threshold.PROMPT_COST_SHARE);
        });
    }

    @Test
    void shouldHoldLengthsOfCallsAgainstWhatIsUsual() {
        Trace trace = agent().span(2, 1, 0, 6000, "llm", "l")
                .span(3, 2, 0, 6000, "http", "POST")
                .span(4, 1, 6000, 6005, "tool", "t")
                .span(5, 4, 6000, 6003, "http", "GET")
                .span(6, 1, 6010, 6020, "memory", "m")
                .span(7, 1, 6020, 6020.5, "prompt", "p")
                .start(8, 1, 6030, "tool", "has no end", "")
                .end(1, 7000)
                .trace();
        Findings findings = Findings.standard().of(trace);

        // the model's own request is none of its own
        assertThat(findings.times().keySet()).containsExactly(UsualTime.values());
        findings.times().forEach((sort, lengths) -> assertThat(lengths.count()).isEqualTo(1));
        assertThat(findings.times().entrySet())
                .filteredOn(time -> time.getKey().isUnusual(time.getValue().percentile(50)))
                .extracting(Map.Entry::getKey)
                .containsExactly(UsualTime.MODEL, UsualTime.TOOL, UsualTime.REQUEST, UsualTime.PROMPT);
    }

    private static Stretch stretch(double from, double to, String what) {
        return new Stretch(TestRun.at(from), TestRun.at(to), what);
    }

    @Test
    void shouldTellWhatTheJvmTookOfWhatWasWaitedFor() {
        TestRun run = agent().span(2, 1, 0, 100, "llm", "l")
                .span(3, 1, 100, 300, "tool", "t")
                .span(4, 1, 100, 200, "tool", "not waited for")
                .end(1, 400);
        JvmEvents jvm = JvmEvents.of(
                List.of(
                        stretch(-20, -10, "early"),
                        stretch(90, 120, "p"),
                        stretch(250, 260, "p"),
                        stretch(390, 500, "p")),
                Map.of(
                        "main", List.of(stretch(150, 190, "com.acme.Cache"), stretch(290, 310, "com.acme.Cache")),
                        "other", List.of(stretch(0, 400, "com.acme.Cache"))));

        List<Finding> found = all(Thresholds.STANDARD, jvm, run);

        assertThat(found)
                .filteredOn(finding -> finding.rule() == Rule.GC_PAUSES)
                .singleElement()
                .satisfies(finding -> {
                    // 10 in the model call, 20 and 10 in the tool, 10 in the agent; the first is in two of them
                    assertThat(finding.title())
                            .isEqualTo(
                                    "50 ms of what was waited for are pauses for garbage collection, which stopped workflows 3 times");
                    assertThat(finding.savedNanos()).isEqualTo(40 * MILLI);
                    assertThat(finding.evidence())
                            .extracting(Evidence::span, Evidence::weight)
                            .containsExactly(tuple(3L, 30 * MILLI), tuple(1L, 10 * MILLI), tuple(2L, 10 * MILLI));
                });
        assertThat(found)
                .filteredOn(finding -> finding.rule() == Rule.LOCK_WAITS)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo("lock com.acme.Cache");
                    assertThat(finding.occurrences()).isEqualTo(2);
                    assertThat(finding.savedNanos()).isEqualTo(60 * MILLI);
                });
        assertThat(all(Thresholds.STANDARD.with(Threshold.GC_SHARE, 0.2), jvm, run))
                .extracting(Finding::rule)
                .doesNotContain(Rule.GC_PAUSES);
    }

    @Test
    void shouldFindAToolThatComputes() {
        TestRun run = agent().start(2, 1, 0, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                .end(2, 100, "ok", ",\"cpu_ns\":90000000,\"alloc_bytes\":2000000")
                .end(1, 100);

        assertThat(of(Rule.CPU_BOUND, run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.title())
                        .isEqualTo("tool t computes for 90 % of its time, 90 ms a call, and allocates 2.0 MB"));
    }
}
