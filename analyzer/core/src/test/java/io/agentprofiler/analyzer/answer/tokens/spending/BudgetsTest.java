// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.spending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.BudgetCheck.BudgetState;
import io.agentprofiler.analyzer.answer.tokens.spending.Budgets.Budget;
import io.agentprofiler.analyzer.answer.tokens.spending.Budgets.BudgetException;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingScope;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Measure;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetsTest {
    @TempDir
    Path directory;

    private static Budget budget(SpendingScope scope, String name, boolean each, Measure measure, String limit) {
        return new Budget(scope, name, each, measure, new BigDecimal(limit));
    }

    @Test
    void shouldReadOptions() throws Exception {
        assertThat(Budgets.parse("usd=0.50"))
                .containsExactly(budget(SpendingScope.TOTAL, null, false, Measure.MONEY, "0.50"));
        assertThat(Budgets.parse("total, tokens=7"))
                .containsExactly(budget(SpendingScope.TOTAL, null, false, Measure.TOKENS, "7"));
        assertThat(Budgets.parse("workflow:check = out:1,each,usd=2,time=1.5 s"))
                .containsExactly(
                        budget(SpendingScope.WORKFLOW, "check = out:1", true, Measure.MONEY, "2"),
                        budget(SpendingScope.WORKFLOW, "check = out:1", true, Measure.TIME, "1500000000.0"));
        assertThat(Budgets.parse("agent,calls=3,time=2min"))
                .containsExactly(
                        budget(SpendingScope.AGENT, null, false, Measure.TIME, "120000000000"),
                        budget(SpendingScope.AGENT, null, false, Measure.CALLS, "3"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "agent | budget 'agent' has no limit, expected one or more of tokens, input_tokens",
                "robot,usd=1 | 'robot' is none of total, workflow, agent, tool, function, model, conversation, attribute, outcome, step",
                "agent,eur=1 | 'eur' is none of tokens, input_tokens, output_tokens, usd, time, calls",
                "agent,usd=cheap | 'cheap' is no number such as 0.50",
                "agent,usd=-1 | '-1' is no number",
                "agent,time=5 | '5' is no time such as 500ms, 30s, 2min or 1h",
                "agent,usd=1,usd=2 | has two limits of usd",
                "agent,usd=1,every | 'every' is neither 'each' nor a limit",
                "conversation,each,usd=1 | a conversation has no single runs",
                "total,each,usd=1 | not of the total"
            })
    void shouldSayWhatIsWrongWithAnOption(String text, String message) {
        assertThatThrownBy(() -> Budgets.parse(text))
                .isInstanceOf(BudgetException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldReadTheDocumentedFile() throws Exception {
        String page = Files.readString(Path.of("..", "..", "docs", "questions", "tokens.md"));
        int start = page.indexOf("```json\n{\n  \"format\": \"agent-profiler-budgets/1\"") + 8;
        Path file = Files.writeString(directory.resolve("b.json"), page.substring(start, page.indexOf("```", start)));

        assertThat(Budgets.read(file))
                .containsExactly(
                        budget(SpendingScope.TOTAL, null, false, Measure.MONEY, "0.50"),
                        budget(SpendingScope.WORKFLOW, "checkout", true, Measure.TOKENS, "20000"),
                        budget(SpendingScope.WORKFLOW, "checkout", true, Measure.TIME, "30000000000"),
                        budget(SpendingScope.MODEL, "gpt-4o", false, Measure.CALLS, "100"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"scope\":\"agent\",\"usd\":\"1\"} | b.json:1:72: \"usd\" is \"1\", expected a number of 0 or more",
                "{\"scope\":\"agent\",\"limit\":1} | \"limit\" is not known here, expected one of calls, comment, each,",
                "{\"scope\":\"agents\",\"usd\":1} | 'agents' is none of total",
                "{\"usd\":1} | \"scope\" is missing",
                "{\"scope\":\"agent\",\"time\":30} | \"time\" is 30, expected a text",
                "{\"scope\":\"agent\",\"each\":1,\"usd\":1} | \"each\" is 1, expected true or false"
            })
    void shouldSayWhatIsWrongWithAFile(String budget, String message) throws Exception {
        Path file = Files.writeString(
                directory.resolve("b.json"), "{\"format\":\"agent-profiler-budgets/1\",\"budgets\":[" + budget + "]}");

        assertThatThrownBy(() -> Budgets.read(file))
                .isInstanceOf(JsonFileException.class)
                .hasMessageContaining(message);
    }

    /** Two runs of a workflow, 1000 tokens and 100, at 2.50 a million; one of them with a call nobody can price. */
    private static Spending spending() {
        Spending.SpendingQuestion question = new Spending.SpendingQuestion(PriceList.bundled());
        Spending spending = question.empty();
        List<Trace> traces = TestRun.run("r")
                .trace(1)
                .start(1, 0, 0, "workflow", "w")
                .start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"gpt-4o\"")
                .end(2, 10, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":0")
                .end(1, 20)
                .trace(2)
                .start(11, 0, 0, "workflow", "w")
                .start(12, 11, 0, "llm", "chat", "\"gen_ai.request.model\":\"gpt-4o\"")
                .end(12, 10, "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":0")
                .end(11, 10)
                .trace(3)
                .start(21, 0, 0, "workflow", "other")
                .start(22, 21, 0, "llm", "chat", "\"gen_ai.request.model\":\"house\"")
                .end(22, 10, "\"gen_ai.usage.input_tokens\":1,\"gen_ai.usage.output_tokens\":0")
                .end(21, 10)
                .trace(4)
                .span(31, 0, 0, 10, "workflow", "idle")
                .traces();
        for (Trace trace : traces) {
            spending = question.merge(spending, question.of(trace));
        }
        return spending;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // 1100 tokens: exactly the limit is within it
                "workflow:w,tokens=1099 | FAIL | 1100",
                "workflow:w,tokens=1100 | WARN | 1100",
                "workflow:w,tokens=1375 | WARN | 1100",
                "workflow:w,tokens=1376 | OK | 1100",
                "workflow:w,each,tokens=999 | FAIL | 1000",
                "workflow:w,each,tokens=2000 | OK | 1000",
                "workflow:w,usd=0.00274 | FAIL | 0.00275",
                "workflow:w,usd=1 | OK | 0.00275",
                "workflow:w,time=29ms | FAIL | 30000000",
                "workflow:w,each,time=21ms | WARN | 20000000",
                "workflow:w,calls=1 | FAIL | 2",
                "workflow:other,usd=1 | UNKNOWN |",
                "workflow:idle,usd=1 | OK | 0",
                "workflow:idle,tokens=0 | OK | 0",
                "workflow:gone,usd=1 | UNKNOWN |",
                // known to be too much already, whatever the rest costs
                "usd=0.002 | FAIL | 0.00275",
                "usd=1 | UNKNOWN | 0.00275"
            })
    void shouldHoldSpendingAgainstBudgets(String text, BudgetState state, BigDecimal used) throws Exception {
        BudgetCheck check = BudgetCheck.all(Budgets.parse(text), spending(), new BigDecimal("0.8"))
                .get(0);

        assertThat(check.state()).isEqualTo(state);
        if (used == null) {
            assertThat(check.used()).isNull();
        } else {
            assertThat(check.used()).isEqualByComparingTo(used);
        }
    }

    /** 10,001 conversations of a token each, one more than are kept apart; the question is what of the last one is known. */
    private static Spending conversations(int tokensOfTheOther) {
        Spending.SpendingQuestion question = new Spending.SpendingQuestion(PriceList.bundled());
        Spending all = talk(question, 10_001, any -> 1);
        Set<String> kept = all.by(SpendingScope.CONVERSATION).keySet();
        String gone = IntStream.rangeClosed(1, 10_001)
                .mapToObj(i -> "c" + i)
                .filter(name -> !kept.contains(name))
                .findFirst()
                .orElseThrow();
        return talk(question, 10_001, name -> name.equals(gone) ? tokensOfTheOther : 1);
    }

    private static Spending talk(Spending.SpendingQuestion question, int count, ToIntFunction<String> tokens) {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= count; i++) {
            run.trace(i)
                    .start(i, 0, 0, "llm", "chat", "\"gen_ai.conversation.id\":\"c" + i + "\"")
                    .end(
                            i,
                            1,
                            "\"gen_ai.usage.input_tokens\":" + tokens.applyAsInt("c" + i)
                                    + ",\"gen_ai.usage.output_tokens\":0");
        }
        Spending spending = question.empty();
        for (Trace trace : run.traces()) {
            spending = question.merge(spending, question.of(trace));
        }
        return spending;
    }

    @Test
    void shouldNotPassConversationsThatAreNotKeptApart() throws Exception {
        BigDecimal warnAt = new BigDecimal("0.8");
        List<Budget> each = Budgets.parse("conversation,tokens=10");

        List<BudgetCheck> small = BudgetCheck.all(each, conversations(8 - 1), warnAt);
        assertThat(small).as("together within the limit, so is each").hasSize(10_000);
        assertThat(small).extracting(BudgetCheck::state).containsOnly(BudgetState.OK);

        Spending large = conversations(11);
        List<BudgetCheck> checks = BudgetCheck.all(each, large, warnAt);
        assertThat(checks)
                .filteredOn(check -> check.state() != BudgetState.OK)
                .containsExactly(new BudgetCheck(each.get(0), null, BudgetState.UNKNOWN, null, null, 0, true));

        List<BudgetCheck> gone = BudgetCheck.all(Budgets.parse("conversation:gone,tokens=10"), large, warnAt);
        assertThat(gone).singleElement().extracting(BudgetCheck::amongOthers).isEqualTo(true);
        assertThat(BudgetCheck.all(Budgets.parse("conversation:gone,tokens=10"), spending(), warnAt))
                .singleElement()
                .extracting(BudgetCheck::amongOthers)
                .isEqualTo(false);
    }

    /** One call does not tell its input, one not its output; an embedding has none, and a failed call used nothing. */
    @ParameterizedTest
    @CsvSource({
        "input_tokens=100, UNKNOWN, 1",
        "output_tokens=100, UNKNOWN, 1",
        "'model:m,output_tokens=100', OK, 0",
        "tokens=1000, UNKNOWN, 2",
        "tokens=10, FAIL, 2",
        "'model:e,tokens=100', OK, 0",
        "'model:cut,output_tokens=100', UNKNOWN, 1",
        "'model:cut,input_tokens=100', OK, 0",
        "calls=9, OK, 0"
    })
    void shouldNotPassABudgetOfAFigureThatACallDidNotTell(String text, BudgetState state, long unknown)
            throws Exception {
        Spending.SpendingQuestion question = new Spending.SpendingQuestion(PriceList.bundled());
        Spending spending = question.empty();
        List<Trace> traces = TestRun.run("r")
                .start(1, 0, 0, "workflow", "w")
                .start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(2, 10, "\"gen_ai.usage.input_tokens\":50,\"gen_ai.usage.output_tokens\":10")
                .start(3, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(3, 10, "\"gen_ai.usage.output_tokens\":10")
                .start(4, 1, 0, "embedding", "embed", "\"gen_ai.request.model\":\"e\"")
                .end(4, 10, "\"gen_ai.usage.input_tokens\":5")
                .start(5, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"broken\"")
                .end(5, 10, "error", "")
                .start(6, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"cut\"")
                .end(6, 10, "\"gen_ai.usage.input_tokens\":7")
                .end(1, 20)
                .traces();
        for (Trace trace : traces) {
            spending = question.merge(spending, question.of(trace));
        }

        BudgetCheck check = BudgetCheck.all(Budgets.parse(text), spending, new BigDecimal("0.8"))
                .get(0);

        assertThat(check.state()).isEqualTo(state);
        assertThat(check.unknown()).isEqualTo(unknown);
    }

    @Test
    void shouldCheckEveryOneOfAScope() throws Exception {
        List<BudgetCheck> checks =
                BudgetCheck.all(Budgets.parse("workflow,tokens=50"), spending(), new BigDecimal("0.8"));

        assertThat(checks).extracting(BudgetCheck::name).containsExactly("idle", "other", "w");
        assertThat(checks)
                .extracting(BudgetCheck::state)
                .containsExactly(BudgetState.OK, BudgetState.OK, BudgetState.FAIL);
    }
}
