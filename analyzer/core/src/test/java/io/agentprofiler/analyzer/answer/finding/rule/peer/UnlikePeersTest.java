// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.peer;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.hash;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.RuleRun;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Calls that differ from others of their operation by something recorded, or by nothing that is known. */
class UnlikePeersTest {
    private static final long MILLI = 1_000_000;
    private static final FindingRule RULE = new UnlikePeers();

    /** Workflows, from 0, each with one call of a tool. */
    private static TestRun tools(
            int workflows, IntFunction<String> attributes, IntToDoubleFunction millis, IntPredicate fails) {
        TestRun run = TestRun.bare();
        for (int i = 0; i < workflows; i++) {
            double from = 10_000.0 * i;
            double to = from + millis.applyAsDouble(i);
            run.trace(i + 1)
                    .start(1, 0, from, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                    .start(2, 1, from, "tool", "stock", "\"gen_ai.tool.name\":\"stock\"," + attributes.apply(i))
                    .end(
                            2,
                            to,
                            fails.test(i) ? "error" : "ok",
                            ",\"attributes\":{" + hash("tool.call.result", "r" + i) + "}")
                    .end(1, to + 10);
        }
        return run;
    }

    /** Takes 300 ms or a few more for every third workflow, 60 ms or a few more for the others. */
    private static double slowForEveryThird(int workflow) {
        return (workflow % 3 == 0 ? 300 : 60) + workflow % 5;
    }

    @Test
    void shouldFindTheArgumentThatMakesCallsSlow() {
        TestRun run = tools(
                24, i -> hash("tool.call.arguments", "arg" + i % 3), UnlikePeersTest::slowForEveryThird, i -> false);

        assertThat(found(RULE, run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("tool stock");
            assertThat(finding.text().title())
                    .isEqualTo(
                            "tool stock takes 4.9 times as long with one set of arguments (hash arg0): 302 ms against"
                                    + " 62.0 ms (median, n=8 and 16, p<0.001 after Holm's correction for 9 comparisons)");
            assertThat(finding.text().advice())
                    .isEqualTo("find out what is different with one set of arguments (hash arg0): which server, data or"
                            + " limit only these calls meet");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().occurrences()).isEqualTo(8);
            assertThat(finding.seen().workflows()).isEqualTo(8);
            assertThat(finding.seen().evidence())
                    .extracting(evidence -> evidence.weight())
                    .containsExactly(304 * MILLI, 303 * MILLI, 303 * MILLI, 302 * MILLI, 301 * MILLI);
            // 8 calls of 2414 ms in all, against 61 ms to 63 ms each
            assertThat(finding.saving().nanos()).isEqualTo((2414 - 8 * 63) * MILLI);
            assertThat(finding.saving().mostNanos()).isEqualTo((2414 - 8 * 61) * MILLI);
        });
    }

    @Test
    void shouldTellArgumentsByNameWhereTheyAreKnown() {
        TestRun run = tools(
                24,
                i -> "\"gen_ai.tool.call.arguments\":\"{\\\"item\\\":\\\"" + (i % 3 == 0 ? "marble" : "oak")
                        + "\\\",\\\"order\\\":" + i + "}\"",
                UnlikePeersTest::slowForEveryThird,
                i -> false);

        assertThat(found(RULE, run))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.text().title()).contains(" times as long with item=marble: 302 ms against"));
    }

    @Test
    void shouldFindATenantOfTheWorkflowAndNameWhatComesWithIt() {
        TestRun run = TestRun.bare();
        for (int i = 0; i < 24; i++) {
            double from = 10_000.0 * i;
            String tenant = i % 3 == 0 ? "acme" : "other" + i % 2;
            String region = i % 3 == 0 ? "eu" : "us";
            double to = from + slowForEveryThird(i);
            run.trace(i + 1)
                    .start(1, 0, from, "workflow", "w", "\"tenant\":\"" + tenant + "\",\"region\":\"" + region + "\"")
                    .span(2, 1, from, to, "retrieval", "docs")
                    .end(1, to + 10);
        }

        assertThat(found(RULE, run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text().title())
                        .contains(" times as long with region=eu and with tenant=acme: 302 ms against 62.0 ms"));
    }

    @Test
    void shouldFindNothingIfTheDifferenceIsNoMoreThanChance() {
        // as often slow with one argument as with another
        assertThat(found(
                        RULE,
                        tools(
                                24,
                                i -> hash("tool.call.arguments", "arg" + i % 3),
                                i -> i / 3 % 3 == 0 ? 300 : 60,
                                i -> false)))
                .isEmpty();
    }

    @Test
    void shouldFindNothingInFewWorkflows() {
        assertThat(found(
                        RULE,
                        tools(
                                12,
                                i -> hash("tool.call.arguments", "arg" + i % 3),
                                UnlikePeersTest::slowForEveryThird,
                                i -> false)))
                .isEmpty();
    }

    @Test
    void shouldFindNothingWhereEachCallHasItsOwnValue() {
        assertThat(found(
                        RULE,
                        tools(
                                24,
                                i -> hash("tool.call.arguments", "arg" + i),
                                UnlikePeersTest::slowForEveryThird,
                                i -> false)))
                .isEmpty();
    }

    @Test
    void shouldNotTellIfOneCameAfterTheOther() {
        assertThat(found(
                        RULE,
                        tools(
                                24,
                                i -> "\"version\":\"v" + (i < 12 ? 1 : 2) + "\"",
                                i -> (i < 12 ? 60 : 300) + i % 5,
                                i -> false)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.confidence()).isEqualTo(Confidence.WEAK);
                    assertThat(finding.saving().nanos()).isZero();
                    assertThat(finding.text().advice()).contains("none of these calls ran while the others did");
                });
    }

    @Test
    void shouldFindTheArgumentWithWhichCallsFail() {
        assertThat(found(
                        RULE,
                        tools(
                                24,
                                i -> hash("tool.call.arguments", "arg" + i % 3),
                                i -> 60 + i % 5,
                                i -> i % 3 == 0 || i == 4)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.text().title())
                            .isEqualTo("tool stock fails with one set of arguments (hash arg0): in 8 of 8 workflows,"
                                    + " otherwise in 1 of 16 (p<0.001 after Holm's correction for 9 comparisons)");
                    assertThat(finding.seen().evidence()).hasSize(5);
                    assertThat(finding.saving().isClaimed()).isFalse();
                });
    }

    /** By chance, 3 of 3 failures fall into 8 of 24 workflows with a probability of 56 in 2024, doubled. */
    @Test
    void shouldTestFailuresExactly() {
        List<PeerCall> calls = new ArrayList<>();
        tools(24, i -> hash("tool.call.arguments", "arg" + i % 3), i -> 60, i -> i < 9 && i % 3 == 0)
                .traces()
                .forEach(trace -> {
                    SortedMap<Operation, BoundedList<PeerCall>> into = new TreeMap<>();
                    PeerCall.OF_OPERATIONS.add().accept(into, RuleRun.scan(trace));
                    into.values().forEach(list -> calls.addAll(list.inOrder()));
                });

        assertThat(PeerSplit.of(calls).get(0).failures().p()).isCloseTo(2 * 56 / 2024.0, within(1e-12));
        assertThat(PeerSplit.of(calls).get(1).failures().p()).isEqualTo(1);
    }

    /** Model calls of two tenants, one of which gets answers five times as long. */
    private static TestRun answers(String attribute, double millisPerToken, double more) {
        TestRun run = TestRun.bare();
        for (int i = 0; i < 24; i++) {
            double from = 10_000.0 * i;
            int tokens = i % 3 == 0 ? 500 : 100 + i % 5;
            double to = from + tokens * millisPerToken + (i % 3 == 0 ? more : 0);
            run.trace(i + 1)
                    .start(
                            1,
                            0,
                            from,
                            "workflow",
                            "w",
                            "\"" + attribute + "\":\"" + (i % 3 == 0 ? "acme" : "else") + "\"")
                    .start(2, 1, from, "llm", "l", "\"gen_ai.request.model\":\"gpt-4o-mini\"")
                    .end(2, to, "\"gen_ai.usage.input_tokens\":200,\"gen_ai.usage.output_tokens\":" + tokens)
                    .end(1, to + 1);
        }
        return run;
    }

    @Test
    void shouldSayThatMoreWorkExplainsIt() {
        assertThat(found(RULE, answers("tenant", 2, 0))).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo("llm gpt-4o-mini takes 4.9 times as long with tenant=acme (n=8 and 16) because it does"
                            + " more: answers of 500 against 102 tokens; for the same amount of work it takes 1.0 times"
                            + " as long");
            assertThat(finding.impact()).isEqualTo(Impact.LOW);
            assertThat(finding.saving().isClaimed()).isFalse();
        });
    }

    @Test
    void shouldFindWhatMoreWorkDoesNotExplain() {
        assertThat(found(RULE, answers("tenant", 2, 1500))).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .contains("12 times as long with tenant=acme: 2.50 s against 204 ms")
                    .endsWith("; for the same amount of work it takes 2.5 times as long");
            assertThat(finding.saving().mostNanos()).isBetween(11_800 * MILLI, 12_200 * MILLI);
        });
    }

    @Test
    void shouldBeIndependentOfTheOrderOfMerging() {
        TestRun run = tools(
                4000, i -> hash("tool.call.arguments", "arg" + i % 3), UnlikePeersTest::slowForEveryThird, i -> false);
        Finding one = found(RULE, run).get(0);
        List<Trace> reversed = new ArrayList<>(run.traces());
        Collections.reverse(reversed);

        assertThat(found(List.of(RULE), Thresholds.STANDARD, JvmEvents.NONE, reversed))
                .containsExactly(one);
        assertThat(one.seen().occurrences()).isBetween(1200L, 1500L);
    }
}
