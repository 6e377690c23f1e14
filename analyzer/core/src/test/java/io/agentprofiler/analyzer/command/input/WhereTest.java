// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workflows chosen, and told apart, by an attribute, with every command that takes one. */
class WhereTest {
    @TempDir
    private Path directory;

    private final CommandRun command = new CommandRun();
    private Path run;

    @BeforeEach
    void writeARun() {
        TestRun lines = TestRun.run("shop-1");
        workflow(lines, 1, "acme", "", 100);
        workflow(lines, 2, "acme", "", 300);
        workflow(lines, 3, "globex", "", 1000);
        workflow(lines, 4, null, "error", 10);
        run = lines.footer().write(directory.resolve("run/segment-000001.jsonl"));
    }

    private static void workflow(TestRun lines, int number, String tenant, String status, int tokens) {
        double start = number * 100;
        int first = number * 10;
        lines.trace(number)
                .start(first, 0, start, "agent", "Support", tenant == null ? "" : "\"acme.tenant\":\"" + tenant + "\"")
                .start(
                        first + 1,
                        first,
                        start,
                        "llm",
                        "chat",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"")
                .end(
                        first + 1,
                        start + 10,
                        "\"gen_ai.usage.input_tokens\":" + tokens + ",\"gen_ai.usage.output_tokens\":1")
                .end(first, start + 20, status.isEmpty() ? "ok" : status, "");
    }

    /** Runs a command, and returns the figures of its JSON by their places. */
    private Map<String, String> json(Object... arguments) {
        assertThat(command.run(arguments)).as(command.err()).isEqualTo(ExitCode.OK);
        return Figures.of(Json.of(command.out()));
    }

    @Test
    void shouldCountOnlyTheWorkflowsThatAreMeant() {
        Map<String, String> tokens = json("tokens", "--format", "json", "--where", "acme.tenant=acme", run);

        assertThat(tokens.get("total/tokens/input")).isEqualTo("400");
        assertThat(tokens.get("where/condition")).isEqualTo("acme.tenant=acme");
        assertThat(tokens.get("where/workflows")).isEqualTo("2");
        assertThat(tokens.get("where/of")).isEqualTo("4");
        assertThat(command.err()).contains("analyzer: only workflows where acme.tenant=acme: 2 of 4");
        // what is complete stays so
        assertThat(tokens.keySet()).noneMatch(place -> place.startsWith("data_notes/"));
    }

    @Test
    void shouldDemandAllConditions() {
        Map<String, String> tokens =
                json("tokens", "--format", "json", "--where", "acme.tenant!=acme", "--where", "acme.tenant", run);

        assertThat(tokens.get("total/tokens/input")).isEqualTo("1000");
    }

    @Test
    void shouldSayThatNoneIsMeant() {
        Map<String, String> tokens = json("tokens", "--format", "json", "--where", "acme.tenant=initech", run);

        assertThat(tokens.get("total/calls")).isEqualTo("0");
        assertThat(tokens.get("where/workflows")).isEqualTo("0");
    }

    @Test
    void shouldTellCallsApart() {
        Map<String, String> tokens = json("tokens", "--format", "json", "--by", "acme.tenant", run);

        assertThat(input(tokens, "acme")).isEqualTo("400");
        assertThat(input(tokens, "globex")).isEqualTo("1000");
        assertThat(input(tokens, "(none)")).isEqualTo("10");
        assertThat(tokens.keySet()).noneMatch(place -> place.startsWith("by_attribute/3/"));
    }

    private static String input(Map<String, String> tokens, String value) {
        return tokens.get(row(tokens, "by_attribute/", "/attribute", value) + "/tokens/input");
    }

    /** Returns the place of the row whose field has a value. */
    private static String row(Map<String, String> figures, String table, String field, String value) {
        return figures.entrySet().stream()
                .filter(figure -> figure.getKey().startsWith(table)
                        && figure.getKey().endsWith(field)
                        && figure.getValue().equals(value))
                .map(figure -> figure.getKey().substring(0, figure.getKey().length() - field.length()))
                .findAny()
                .orElseThrow();
    }

    @Test
    void shouldTellWorkflowsApart() {
        Map<String, String> report = json("report", "--format", "json", "--by", "acme.tenant", run);
        String table = "workflows/by_attribute/";

        assertThat(report.get(row(report, table, "/name", "Support acme.tenant=acme") + "/runs"))
                .isEqualTo("2");
        assertThat(report.get(row(report, table, "/name", "Support acme.tenant=(none)") + "/errors"))
                .isEqualTo("1");
        assertThat(report.keySet()).noneMatch(place -> place.startsWith(table + "3/"));
    }

    @Test
    void shouldHoldBudgetsOfValues() {
        assertThat(command.run("tokens", "--by", "acme.tenant", "--budget", "attribute:globex,tokens=900", run))
                .isEqualTo(ExitCode.GATE_FAILED);
        assertThat(command.run("tokens", "--by", "acme.tenant", "--budget", "attribute:acme,tokens=900", run))
                .isEqualTo(ExitCode.OK);
        command.assertRefused(
                "a budget of an attribute needs --by KEY, which says what attribute",
                "tokens",
                "--budget",
                "attribute:acme,tokens=900",
                run);
    }

    @Test
    void shouldJudgeOnlyTheWorkflowsThatAreMeant() {
        assertThat(command.run("gate", "--no-failures", run)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(command.run("gate", "--no-failures", "--where", "acme.tenant", run))
                .as(command.out() + command.err())
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void shouldCompareOnlyTheWorkflowsThatAreMeant() {
        json("diff", "--format", "json", "--where", "acme.tenant=globex", run, run);

        assertThat(command.err())
                .contains("before: only workflows where acme.tenant=globex: 1 of 4", "after: only workflows where");
    }

    @Test
    void shouldRefuseAConditionOfNothing() {
        command.assertRefused("--where =acme: expected the name of an attribute", "tokens", "--where", "=acme", run);
    }

    @Test
    void shouldKnowWordsForWhatEverySpanHas() {
        assertThat(wanted("status=failed")).isEqualTo("1");
        assertThat(wanted("status=error")).isEqualTo("1");
        assertThat(wanted("status!=failed")).isEqualTo("3");
        assertThat(wanted("model=gpt-*")).isEqualTo("4");
        assertThat(wanted("tool")).isEqualTo("0");
        assertThat(wanted("agent=Support")).isEqualTo("4");
        assertThat(wanted("kind=llm")).isEqualTo("4");
    }

    private String wanted(String... conditions) {
        List<Object> arguments = new ArrayList<>(List.of("tokens", "--format", "json", run));
        for (String condition : conditions) {
            arguments.add("--where");
            arguments.add(condition);
        }
        return json(arguments.toArray()).get("where/workflows");
    }

    @Test
    void shouldDemandThatOneSpanIsAsAllWordsSay() {
        // the model calls ended well, an agent did not
        assertThat(wanted("status=failed", "kind=agent")).isEqualTo("1");
        assertThat(wanted("status=failed", "kind=llm")).isEqualTo("0");
        assertThat(wanted("kind=llm", "agent=Support")).isEqualTo("4");
        assertThat(wanted("acme.tenant=globex", "kind=llm")).isEqualTo("1");
    }

    @Test
    void shouldSayThatAnAttributeIsNowhere() {
        wanted("acme.tennant=acme");

        assertThat(command.err())
                .contains("analyzer: no span has an attribute acme.tennant: 'keys' lists what can be asked for");
    }

    @Test
    void shouldSayWhichOfTwoIsMeant() {
        run = TestRun.run("r")
                .trace(1)
                .start(1, 0, 0, "agent", "A", "\"status\":\"gold\"")
                .end(1, 1)
                .footer()
                .write(directory.resolve("gold/segment-000001.jsonl"));

        assertThat(wanted("status=ok")).isEqualTo("1");
        assertThat(command.err())
                .contains(
                        "analyzer: status is how the span ended, not the attribute of that name, which is attribute:status");
        assertThat(wanted("attribute:status=gold")).isEqualTo("1");
        assertThat(command.err()).doesNotContain("means");
    }

    @Test
    void shouldRefuseAValueThatCannotBe() {
        command.assertRefused(
                "--where status=faild: status is ok, failed, cancelled or unfinished, not faild",
                "tokens",
                "--where",
                "status=faild",
                run);
    }
}
