// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.spending;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.BudgetCheck.BudgetState;
import io.agentprofiler.analyzer.answer.tokens.spending.ContextUse.ContextRow;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingScope;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Measure;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionSpendingTest {
    private static final String GPT = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"";

    private static String usage(long input, long output) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output;
    }

    /** Planner.plan calls a model through a framework's advisor, and Planner.refine, which calls one twice; one call is outside. */
    private static List<Trace> traces() {
        return TestRun.run("r")
                .start(1, 0, 0, "agent", "Support")
                .start(2, 1, 0, "function", "Planner.plan")
                .line("{\"event\":\"SPAN_START\",\"trace\":\"" + TestRun.traceId(1) + "\",\"span\":\""
                        + TestRun.spanId(3) + "\",\"parent\":\"" + TestRun.spanId(2) + "\",\"t\":" + TestRun.at(0)
                        + ",\"kind\":\"function\",\"name\":\"advisor Memory\",\"rule\":\"spring-ai/advisor\"}")
                .start(4, 3, 0, "llm", "chat", GPT)
                .end(4, 10, usage(1_000, 100))
                .end(3, 10)
                .start(5, 2, 10, "function", "Planner.refine")
                .start(6, 5, 10, "llm", "chat", GPT)
                .end(6, 20, usage(70_000, 10))
                .start(7, 5, 20, "llm", "chat", GPT)
                .end(7, 30, usage(2_000, 20))
                .end(5, 30)
                .end(2, 40)
                .start(8, 1, 40, "llm", "chat", GPT)
                .end(8, 50, usage(400, 4))
                .span(9, 1, 50, 60, "function", "Formatter.format")
                .end(1, 60)
                .traces();
    }

    private static Spending spending() {
        Spending.SpendingQuestion question = new Spending.SpendingQuestion(PriceList.bundled());
        Spending spending = question.empty();
        for (Trace trace : traces()) {
            spending = question.merge(spending, question.of(trace));
        }
        return spending;
    }

    @Test
    void shouldCountACallForTheClosestFunctionOfTheProgram() {
        Spending spending = spending();

        assertThat(spending.by(SpendingScope.FUNCTION))
                .containsOnlyKeys("Planner.plan", "Planner.refine", "Formatter.format");
        Spent plan = spending.by(SpendingScope.FUNCTION).get("Planner.plan");
        assertThat(plan.calls()).isEqualTo(1);
        assertThat(plan.of(Measure.TOKENS)).isEqualByComparingTo("1100");
        assertThat(plan.of(Measure.TIME)).isEqualByComparingTo("40000000");
        // 1000 at 2.50 a million and 100 at 10
        assertThat(plan.of(Measure.MONEY)).isEqualByComparingTo("0.0035");
        Spent refine = spending.by(SpendingScope.FUNCTION).get("Planner.refine");
        assertThat(refine.calls()).isEqualTo(2);
        assertThat(refine.of(Measure.INPUT)).isEqualByComparingTo("72000");
        assertThat(refine.worst(Measure.TOKENS).value()).isEqualByComparingTo("72030");
        assertThat(spending.by(SpendingScope.FUNCTION).get("Formatter.format").runs())
                .isEqualTo(1);
        assertThat(spending.outsideFunctions().of(Measure.TOKENS)).isEqualByComparingTo("404");
    }

    @Test
    void shouldAddUpToTheTotal() {
        Spending spending = spending();

        Spent sum = spending.outsideFunctions();
        for (Spent row : spending.by(SpendingScope.FUNCTION).values()) {
            sum = sum.plus(row);
        }
        for (Measure measure : List.of(Measure.TOKENS, Measure.MONEY, Measure.CALLS)) {
            assertThat(sum.of(measure)).isEqualByComparingTo(spending.total().of(measure));
        }
    }

    @Test
    void shouldTellHowFullWindowsWereInEachFunction() {
        Analysis<ContextUse> question = ContextUse.question(PriceList.bundled());
        ContextUse use = question.merge(question.empty(), question.of(traces().get(0)));
        ContextRow row = new ContextRow("gpt-4o", 128_000);

        assertThat(use.byFunction()).containsOnlyKeys("Planner.plan", "Planner.refine");
        ContextUse.Fill refine = use.byFunction().get("Planner.refine").get(row);
        assertThat(refine.tokens().max()).isEqualTo(70_010);
        assertThat(refine.input().max()).isEqualTo(70_000);
        assertThat(refine.overHalf()).isEqualTo(1);
        assertThat(refine.inputOverHalf()).isEqualTo(1);
        assertThat(use.rows().get(row).input().count()).isEqualTo(4);
        assertThat(use.rows().get(row).inputOverHalf()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "function:Planner.plan,tokens=1099 | FAIL | 1100",
                "function:Planner.*,tokens=73129 | FAIL | 73130",
                "function:Planner.*,tokens=73130 | WARN | 73130",
                "function:Planner.*,each,tokens=72029 | FAIL | 72030",
                "function:Planner.*,time=60ms | WARN | 60000000",
                "function:*format,usd=1 | OK | 0",
                "function:Writer.*,usd=1 | UNKNOWN |",
                "workflow:Supp*,calls=3 | FAIL | 4"
            })
    void shouldShareABudgetAmongNamesOfAPattern(String text, BudgetState state, BigDecimal used) throws Exception {
        List<BudgetCheck> checks = BudgetCheck.all(Budgets.parse(text), spending(), new BigDecimal("0.8"));

        assertThat(checks).singleElement().satisfies(check -> {
            assertThat(check.state()).isEqualTo(state);
            if (used == null) {
                assertThat(check.used()).isNull();
            } else {
                assertThat(check.used()).isEqualByComparingTo(used);
            }
        });
    }

    @Test
    void shouldGroupWorkflowsAndCallsByFunction() {
        AttributeKey function = AttributeKey.of("function");
        Trace trace = traces().get(0);

        assertThat(function.isOfFunctions()).isTrue();
        assertThat(function.of(trace)).isEqualTo(AttributeKey.SEVERAL);
        assertThat(trace.spans())
                .map(function::closest)
                .containsExactly(
                        AttributeKey.NONE,
                        "Planner.plan",
                        "Planner.plan",
                        "Planner.plan",
                        "Planner.refine",
                        "Planner.refine",
                        "Planner.refine",
                        AttributeKey.NONE,
                        "Formatter.format");
    }
}
