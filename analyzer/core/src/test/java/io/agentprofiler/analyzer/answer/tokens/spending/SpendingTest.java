// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.spending;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.CostSum;
import io.agentprofiler.analyzer.answer.tokens.CostSum.Unpriced;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingScope;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Measure;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedSums;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SpendingTest {
    private static final Spending.SpendingQuestion SPENDING = new Spending.SpendingQuestion(PriceList.bundled());
    private static final Analysis<ContextUse> CONTEXTS = ContextUse.question(PriceList.bundled());

    private static String model(String name) {
        return "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"" + name + "\"";
    }

    private static String usage(long input, long output) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output;
    }

    private static Spending spending(List<Trace> traces) {
        Spending spending = SPENDING.empty();
        for (Trace trace : traces) {
            spending = SPENDING.merge(spending, SPENDING.of(trace));
        }
        return spending;
    }

    private static ContextUse contexts(List<Trace> traces) {
        ContextUse use = CONTEXTS.empty();
        for (Trace trace : traces) {
            use = CONTEXTS.merge(use, CONTEXTS.of(trace));
        }
        return use;
    }

    private static BigDecimal usd(String amount) {
        return new BigDecimal(amount);
    }

    /** Agent outer holds a call and agent inner, which makes two at once; the same again with smaller figures. */
    private static List<Trace> nested() {
        TestRun run = TestRun.run("r");
        for (int trace = 1; trace <= 2; trace++) {
            int id = trace * 100;
            int size = 3 - trace;
            run.trace(trace)
                    .start(id, 0, 0, "workflow", "checkout", "\"gen_ai.conversation.id\":\"c" + trace + "\"")
                    .start(id + 1, id, 0, "agent", "outer")
                    .start(id + 2, id + 1, 0, "llm", "chat", model("gpt-4o"))
                    .end(id + 2, 10, usage(1_000 * size, 100))
                    .start(id + 3, id + 1, 10, "tool", "delegate")
                    .start(id + 4, id + 3, 10, "agent", "inner")
                    .start(id + 5, id + 4, 10, "llm", "chat", model("gpt-4o-mini"))
                    .start(id + 6, id + 4, 10, "llm", "chat", model("gpt-4o-mini"))
                    .end(id + 5, 30, usage(2_000 * size, 0))
                    .end(id + 6, 20)
                    .end(id + 4, 30)
                    .end(id + 3, 35)
                    .end(id + 1, 40)
                    .end(id, 50.0 * size);
        }
        return run.traces();
    }

    @Test
    void shouldCountEveryCallOnceInEveryScope() {
        Spending spending = spending(nested());

        Spent total = spending.total();
        assertThat(total.runs()).isEqualTo(2);
        assertThat(total.calls()).isEqualTo(6);
        assertThat(total.callsWithoutUsage()).isEqualTo(2);
        // 3000 and 6000 in, 200 out
        assertThat(total.of(Measure.TOKENS)).isEqualByComparingTo("9200");
        assertThat(total.of(Measure.MONEY)).isEqualByComparingTo("0.0104");
        assertThat(total.of(Measure.TIME)).isEqualByComparingTo("150000000");
        assertThat(spending.by(SpendingScope.AGENT).get("outer").of(Measure.TOKENS))
                .isEqualByComparingTo("3200");
        assertThat(spending.by(SpendingScope.AGENT).get("outer").of(Measure.TIME))
                .isEqualByComparingTo("80000000");
        assertThat(spending.by(SpendingScope.AGENT).get("inner").of(Measure.MONEY))
                .isEqualByComparingTo("0.0009");
        assertThat(spending.by(SpendingScope.AGENT).get("inner").unknown(Measure.MONEY))
                .isEqualTo(2);
        assertThat(spending.by(SpendingScope.TOOL).get("delegate").of(Measure.TOKENS))
                .isEqualByComparingTo("6000");
        assertThat(spending.by(SpendingScope.MODEL).get("gpt-4o-mini").calls()).isEqualTo(4);
        assertThat(spending.by(SpendingScope.CONVERSATION)).containsOnlyKeys("c1", "c2");
        assertThat(spending.by(SpendingScope.CONVERSATION).get("c1").of(Measure.TOKENS))
                .isEqualByComparingTo("6100");
    }

    /** Two workflows; gpt-4o-mini costs 0.15 and 0.60 a million, gpt-4o 2.50 and 10. */
    private static TestRun priced() {
        return TestRun.run("r")
                .trace(1)
                .start(1, 0, 0, "agent", "planner", "\"gen_ai.conversation.id\":\"c1\"")
                .start(2, 1, 0, "llm", "chat", model("gpt-4o-mini"))
                .end(2, 10, usage(1_000, 100))
                .start(3, 1, 10, "tool", "lookup")
                .start(4, 3, 10, "llm", "chat", model("gpt-4o"))
                .end(4, 20, usage(2_000, 10))
                .start(5, 3, 20, "llm", "chat", model("house-model"))
                .end(5, 30, usage(50, 5))
                .end(3, 30)
                .start(6, 1, 30, "llm", "chat", model("gpt-4o"))
                .end(6, 40, "error", "")
                .end(1, 50)
                .trace(2)
                .start(11, 0, 100, "workflow", "nightly")
                .start(12, 11, 100, "llm", "chat", model("gpt-4o-mini"))
                .end(12, 110)
                .end(11, 120);
    }

    @Test
    void shouldSumMoneyByWhatCallsWereMadeFor() {
        Spending spending = spending(priced().traces());
        CostSum total = spending.total().cost();

        // 0.00015 + 0.00006, and 0.005 + 0.0001
        assertThat(total.amount()).isEqualByComparingTo("0.00531");
        assertThat(total.pricedCalls()).isEqualTo(2);
        assertThat(total.unpricedCalls()).isEqualTo(2);
        assertThat(total.unpriced())
                .isEqualTo(Map.of(Unpriced.UNKNOWN_MODEL, 1L, Unpriced.FAILED, 1L, Unpriced.NO_USAGE, 1L));
        assertThat(spending.costs(SpendingScope.MODEL).get("gpt-4o-mini").amount())
                .isEqualByComparingTo("0.00021");
        assertThat(spending.costs(SpendingScope.MODEL).get("gpt-4o").amount()).isEqualByComparingTo("0.0051");
        assertThat(spending.costs(SpendingScope.MODEL).get("house-model").isKnown())
                .isFalse();
        assertThat(spending.costs(SpendingScope.AGENT).get("planner").amount()).isEqualByComparingTo("0.00531");
        assertThat(spending.costs(SpendingScope.TOOL).get("lookup").amount()).isEqualByComparingTo("0.0051");
        assertThat(spending.costs(SpendingScope.TOOL).get("lookup").unpricedCalls())
                .isEqualTo(1);
        assertThat(spending.costs(SpendingScope.WORKFLOW).get("nightly").isKnown())
                .isFalse();
    }

    @Test
    void shouldSumTheSameWhenNobodyAsksForRuns() {
        Spending.SpendingQuestion bare = new Spending.SpendingQuestion(PriceList.bundled(), false);
        Spending sums = bare.empty();
        nested().forEach(trace -> bare.addTrace(sums, trace));
        Spending full = spending(nested());

        for (SpendingScope scope : List.of(
                SpendingScope.TOTAL,
                SpendingScope.MODEL,
                SpendingScope.AGENT,
                SpendingScope.TOOL,
                SpendingScope.WORKFLOW)) {
            assertThat(sums.costs(scope)).isEqualTo(full.costs(scope));
        }
        assertThat(sums.total().tokens()).isEqualTo(full.total().tokens());
        assertThat(sums.total().worst(Measure.MONEY)).isNull();
        assertThat(sums.by(SpendingScope.STEP)).isEmpty();
    }

    @Test
    void shouldSumTheSameOfModelsWhenNobodyAsksForMore() {
        Spending.SpendingQuestion models = SPENDING.ofModels();
        Spending sums = models.empty();
        nested().forEach(trace -> models.addTrace(sums, trace));
        Spending full = spending(nested());

        assertThat(sums.costs(SpendingScope.MODEL)).isEqualTo(full.costs(SpendingScope.MODEL));
        assertThat(sums.total().cost()).isEqualTo(full.total().cost());
        assertThat(sums.total().tokens()).isEqualTo(full.total().tokens());
        assertThat(sums.by(SpendingScope.AGENT)).isEmpty();
    }

    /** What agents and wrappers tell that no call was said to cost is in the total of either. */
    @Test
    void shouldCountWhatBelongsToNoCallWhenNobodyAsksForMore() {
        List<Trace> traces = TestRun.run("r")
                .start(1, 0, 0, "agent", "a", "\"agentprofiler.unattributed.cost_usd\":0.25")
                .start(2, 1, 0, "llm", "chat", model("gpt-4o"))
                .end(2, 10, usage(1_000, 100))
                .end(1, 20)
                .traces();
        Spending.SpendingQuestion models = SPENDING.ofModels();
        Spending sums = models.empty();
        traces.forEach(trace -> models.addTrace(sums, trace));

        assertThat(sums.total().cost().reported().unattributed()).isEqualByComparingTo("0.25");
        assertThat(sums.total().cost()).isEqualTo(spending(traces).total().cost());
    }

    @Test
    void shouldTellTheRunThatSpentMost() {
        Spent workflows = spending(nested()).by(SpendingScope.WORKFLOW).get("checkout");

        assertThat(workflows.worst(Measure.MONEY).value()).isEqualByComparingTo("0.0066");
        assertThat(workflows.worst(Measure.MONEY).trace()).hasToString(TestRun.traceId(1));
        assertThat(workflows.worst(Measure.TIME).value()).isEqualByComparingTo("100000000");
        assertThat(workflows.worst(Measure.CALLS).value()).isEqualByComparingTo("3");
    }

    @Test
    void shouldNotKnowWhatNobodySaid() {
        Spending spending = spending(TestRun.run("r")
                .start(1, 0, 0, "workflow", "w")
                .start(2, 1, 0, "llm", "chat", model("gpt-4o"))
                .end(2, 5)
                .traces());

        assertThat(spending.total().of(Measure.TOKENS)).isNull();
        assertThat(spending.total().of(Measure.MONEY)).isNull();
        assertThat(spending.total().of(Measure.TIME)).isNull();
        assertThat(spending.total().unknown(Measure.TIME)).isEqualTo(1);
        assertThat(spending.total().worst(Measure.MONEY)).isNull();
    }

    @Test
    void shouldTellHowFullContextWindowsWere() {
        ContextUse use = contexts(TestRun.run("r")
                .start(1, 0, 0, "llm", "chat", model("gpt-4o"))
                .end(1, 5, usage(63_000, 1_000))
                .trace(2)
                .start(2, 0, 0, "llm", "chat", model("gpt-4o"))
                .end(2, 5, usage(64_000, 1))
                .trace(3)
                .start(3, 0, 0, "llm", "chat", model("gpt-4o"))
                .end(3, 5, usage(127_000, 500))
                .trace(4)
                .start(4, 0, 0, "llm", "chat", model("house-model"))
                .end(4, 5, usage(7, 1))
                .traces());

        assertThat(use.rows().keySet())
                .containsExactly(
                        new ContextUse.ContextRow("gpt-4o", 128_000),
                        new ContextUse.ContextRow("house-model", Unknown.LONG));
        ContextUse.Fill fill = use.rows().get(new ContextUse.ContextRow("gpt-4o", 128_000));
        assertThat(fill.overHalf()).isEqualTo(2);
        assertThat(fill.over80()).isEqualTo(1);
        assertThat(fill.over95()).isEqualTo(1);
        assertThat(fill.tokens().max()).isEqualTo(127_500);
        assertThat(fill.fullest().trace()).hasToString(TestRun.traceId(3));
    }

    @Test
    void shouldBoundConversationsWithoutLosingMoney() {
        BoundedSums<BigDecimal> all = new BoundedSums<>(3, BigDecimal::add);
        for (int i = 0; i < 100; i++) {
            all.add("c" + i, BigDecimal.ONE);
        }

        assertThat(all.kept()).hasSize(3);
        assertThat(all.others()).isEqualByComparingTo("97");
    }

    @Property(tries = 200)
    void shouldKeepTheSameConversationsInAnyOrder(@ForAll long seed) {
        Random random = new Random(seed);
        List<BoundedSums<BigDecimal>> pieces = new ArrayList<>();
        BoundedSums<BigDecimal> inOrder = new BoundedSums<>(5, BigDecimal::add);
        for (int i = 0; i < 60; i++) {
            BoundedSums<BigDecimal> piece = new BoundedSums<>(5, BigDecimal::add);
            String key = "c" + random.nextInt(20);
            piece.add(key, BigDecimal.valueOf(i));
            inOrder.add(key, BigDecimal.valueOf(i));
            pieces.add(piece);
        }
        Collections.shuffle(pieces, random);
        while (pieces.size() > 1) {
            BoundedSums<BigDecimal> more = pieces.remove(random.nextInt(pieces.size()));
            pieces.get(random.nextInt(pieces.size())).add(more);
        }

        assertThat(pieces.get(0).kept()).isEqualTo(inOrder.kept());
        assertThat(pieces.get(0).others()).isEqualTo(inOrder.others());
    }

    @Property(tries = 100)
    void shouldNotDependOnTheOrderOfTraces(@ForAll long seed) {
        Random random = new Random(seed);
        TestRun run = TestRun.run("r");
        for (int i = 1; i <= 12; i++) {
            run.trace(i)
                    .start(i * 10, 0, 0, "agent", "a" + random.nextInt(3))
                    .start(
                            i * 10 + 1,
                            i * 10,
                            0,
                            "llm",
                            "chat",
                            model(List.of("gpt-4o", "o3", "x").get(random.nextInt(3))));
            if (random.nextInt(4) > 0) {
                run.end(i * 10 + 1, 5, random.nextInt(4) > 0 ? usage(random.nextInt(50), random.nextInt(5)) : "");
            }
            if (random.nextInt(5) > 0) {
                run.end(i * 10, 5 + random.nextInt(5));
            }
        }
        List<Trace> traces = new ArrayList<>(run.traces());
        String inOrder = text(spending(traces)) + contexts(traces).rows().keySet();
        Collections.shuffle(traces, random);
        int half = random.nextInt(traces.size());
        Spending parts =
                SPENDING.merge(spending(traces.subList(0, half)), spending(traces.subList(half, traces.size())));

        assertThat(text(parts) + contexts(traces).rows().keySet()).isEqualTo(inOrder);
        BigDecimal byAgent = parts.by(SpendingScope.AGENT).values().stream()
                .map(spent -> spent.cost().amount())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(byAgent).isEqualByComparingTo(parts.total().cost().amount());
    }

    @Test
    void shouldTellStepsAndOutcomesApart() {
        TestRun run = TestRun.run("r");
        for (int trace = 1; trace <= 2; trace++) {
            run.trace(trace).start(1, 0, 0, "agent", "A", "");
            for (int call = 0; call < 2 + 20 * (trace - 1); call++) {
                run.start(10 + call, 1, 10 * call, "llm", "l", "\"gen_ai.request.model\":\"m\"")
                        .end(10 + call, 10 * call + 5, "\"gen_ai.usage.input_tokens\":" + (call + 1));
            }
            run.end(1, 500, trace == 1 ? "ok" : "error", "");
        }

        Spending spending = spending(run.traces());

        assertThat(spending.by(SpendingScope.OUTCOME)).containsOnlyKeys("ok", "error");
        assertThat(spending.by(SpendingScope.OUTCOME).get("ok").of(Measure.TOKENS))
                .isEqualByComparingTo("3");
        assertThat(spending.by(SpendingScope.OUTCOME).get("error").runs()).isEqualTo(1);
        assertThat(spending.by(SpendingScope.STEP)).hasSize(20).containsKeys("01", "02", "19", "20+");
        assertThat(spending.by(SpendingScope.STEP).get("02").calls()).isEqualTo(2);
        assertThat(spending.by(SpendingScope.STEP).get("02").of(Measure.TOKENS)).isEqualByComparingTo("4");
        // calls 20, 21 and 22
        assertThat(spending.by(SpendingScope.STEP).get("20+").of(Measure.TOKENS))
                .isEqualByComparingTo("63");
    }

    private static String text(Spending spending) {
        StringBuilder text = new StringBuilder();
        for (SpendingScope scope : SpendingScope.values()) {
            new TreeMap<>(spending.by(scope)).forEach((name, spent) -> {
                text.append(scope).append(name).append(spent.cost()).append(spent.tokens());
                for (Measure measure : Measure.values()) {
                    text.append(spent.of(measure))
                            .append(spent.unknown(measure))
                            .append(spent.worst(measure));
                }
            });
        }
        return text.toString();
    }
}
