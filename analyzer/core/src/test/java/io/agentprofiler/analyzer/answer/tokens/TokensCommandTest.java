// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.cli.Main;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensCommandTest {
    private static final Pattern NAME = Pattern.compile("\"([a-z_0-9]+)\" ?:");

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path run;

    @BeforeEach
    void writeARun() {
        run = TestRun.run("shop-1")
                .start(1, 0, 0, "agent", "Support", "\"gen_ai.conversation.id\":\"c1\"")
                .start(
                        2,
                        1,
                        0,
                        "llm",
                        "chat",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"")
                .end(
                        2,
                        10,
                        "\"gen_ai.usage.input_tokens\":80000,\"gen_ai.usage.output_tokens\":1000,"
                                + "\"gen_ai.usage.cache_read.input_tokens\":40000")
                .start(3, 1, 10, "tool", "find", "\"gen_ai.tool.name\":\"find\"")
                .start(4, 3, 10, "llm", "chat", "\"gen_ai.provider.name\":\"ollama\",\"gen_ai.request.model\":\"qwen\"")
                .end(4, 20, "\"gen_ai.usage.input_tokens\":10,\"gen_ai.usage.output_tokens\":2")
                .end(3, 30)
                .end(1, 40)
                .footer()
                .write(directory.resolve("run/segment-000001.jsonl"));
    }

    private int tokens(Object... arguments) {
        out.reset();
        err.reset();
        String[] texts = new String[arguments.length + 2];
        texts[0] = "tokens";
        for (int i = 0; i < arguments.length; i++) {
            texts[i + 1] = arguments[i].toString();
        }
        texts[arguments.length + 1] = run.toString();
        return Main.run(
                new Terminal(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        StandardCharsets.UTF_8,
                        false,
                        false,
                        Map.of()),
                texts);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPrintWhatWasSpent() {
        assertThat(tokens("--budget", "model:gpt-4o,usd=0.15", "--width", "150"))
                .isEqualTo(ExitCode.GATE_FAILED);

        assertThat(out()).isEqualTo("""
                        Spent  in 1 run
                        Tokens  in 80,010 · 40,000 of them cached, 50.0 % · out 1,002 · 2 calls
                        Cost    $0.16 for 1 call · list prices of 2026-09-23 · without 1 call of qwen (provider not in the price list)
                        of it   new input $0.10 (62.5 %) · cache reads $0.05 (31.3 %) · output $0.01 (6.3 %)

                        By model  embedding models included
                        model   calls      in  cached    out      cost    share  per call  costliest call
                        gpt-4o      1  80,000  40,000  1,000     $0.16  100.0 %     $0.16           $0.16
                        qwen        1      10       -      2  unpriced        -         -               -

                        By agent  a call counts for the closest agent around it
                        agent    runs  calls      in  cached    out   cost    share  not priced  costliest run
                        Support     1      2  80,010  40,000  1,002  $0.16  100.0 %           1          $0.16

                        By tool  calls made inside a tool
                        tool  runs  calls  in  out      cost  share
                        find     1      1  10    2  unpriced      -

                        By workflow  by name of the first span
                        workflow  runs  calls      in  cached    out   cost    share  not priced  costliest run
                        Support      1      2  80,010  40,000  1,002  $0.16  100.0 %           1          $0.16

                        By conversation
                        conversation  calls      in  cached    out   cost    share  not priced
                        c1                2  80,010  40,000  1,002  $0.16  100.0 %           1

                        By step  model calls by their number in the run of an agent
                        step  calls      in  cached    out      cost    share  per call  costliest call
                        01        1  80,000  40,000  1,000     $0.16  100.0 %     $0.16           $0.16
                        02        1      10       -      2  unpriced        -         -               -

                        Context windows  prompt and answer of a call together, of what the model can take
                        model    window  calls     p50      p95    most  tokens  over 50 %  over 80 %  over 95 %  prompt alone  fullest call
                        gpt-4o  128,000      1  63.3 %  ~63.3 %  63.3 %  81,000          1                              62.5 %  trace 0000000000000000
                        qwen          -      1       -        -       -      12                                              -  trace 0000000000000000

                        Budgets
                        budget             limit   used    share  state
                        model gpt-4o, usd  $0.15  $0.16  106.7 %  FAIL

                        Data  complete: nothing dropped, nothing missing
                        """);
    }

    @Test
    void shouldPrintWhatFunctionsSpent() {
        run = TestRun.run("shop-2")
                .start(1, 0, 0, "function", "Desk.answer")
                .start(2, 1, 0, "function", "Planner.plan")
                .start(
                        3,
                        2,
                        0,
                        "llm",
                        "chat",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"")
                .end(3, 10, "\"gen_ai.usage.input_tokens\":80000,\"gen_ai.usage.output_tokens\":1000")
                .end(2, 20)
                .end(1, 30)
                .trace(2)
                .start(
                        11,
                        0,
                        0,
                        "llm",
                        "chat",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"")
                .end(11, 10, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":0")
                .footer()
                .write(directory.resolve("functions/segment-000001.jsonl"));

        assertThat(tokens("--by", "function", "--budget", "function:Planner.*,usd=0.2", "--width", "150"))
                .isEqualTo(ExitCode.GATE_FAILED);

        assertThat(out()).contains("""
                        By function  a call counts for the closest function of the program around it
                        function      runs  calls      in    out   cost   share  per run  costliest run
                        Planner.plan     1      1  80,000  1,000  $0.21  98.8 %    $0.21          $0.21
                        and $0.0025 of 1 call outside of these functions

                        Context windows by function  a call counts for the closest function around it
                        """).contains("""
                        function Planner.*, usd  $0.20  $0.21  105.0 %  FAIL
                        """);
        assertThat(tokens("--by", "function", "--format", "json")).isEqualTo(ExitCode.OK);
        assertThat(out())
                .contains("\"outside_functions\"", "\"contexts_by_function\"", "\"highest_input_share\":0.625");
    }

    @Test
    void shouldSayHowToNameFunctions() {
        assertThat(tokens("--by", "function", "--width", "150")).isEqualTo(ExitCode.OK);

        assertThat(out())
                .contains("No function of the program was recorded:"
                        + " -Dagentprofiler.trace='com.acme.Planner#plan;com.acme.tools.*#*' names some.");
    }

    @Test
    void shouldTellByItsExitCodeWhetherBudgetsWereKept() {
        assertThat(tokens()).isEqualTo(ExitCode.OK);
        assertThat(tokens("--budget", "model:gpt-4o,usd=1")).isEqualTo(ExitCode.OK);
        assertThat(tokens("--budget", "model:gpt-4o,usd=0.18")).isEqualTo(ExitCode.WARNED);
        assertThat(tokens("--budget", "model:gpt-4o,usd=0.18", "--warn-at", "90"))
                .isEqualTo(ExitCode.OK);
        assertThat(tokens("--budget", "tokens=80000", "--budget", "model:gpt-4o,usd=0.18"))
                .isEqualTo(ExitCode.GATE_FAILED);
        assertThat(tokens("--budget", "usd=1")).isEqualTo(ExitCode.WARNED);
        assertThat(tokens("--budget", "usd=1", "--unknown", "ignore")).isEqualTo(ExitCode.OK);
        assertThat(tokens("--budget", "usd=1", "--unknown", "fail")).isEqualTo(ExitCode.GATE_FAILED);
    }

    @Test
    void shouldWriteFilesWhoseFieldsAreDocumented() throws Exception {
        Path files = directory.resolve("out");

        assertThat(tokens("--out", files, "--budget", "workflow,each,usd=0.01")).isEqualTo(ExitCode.GATE_FAILED);

        assertThat(out()).contains("Written: " + files.resolve("costs.json") + ", " + files.resolve("calls.csv"));
        String page = Files.readString(Path.of("..", "..", "docs", "questions", "tokens.md"))
                + Files.readString(Path.of("..", "..", "docs", "reference", "report-files.md"));
        Set<String> names = new TreeSet<>();
        Matcher name = NAME.matcher(Files.readString(files.resolve("costs.json")));
        while (name.find()) {
            names.add(name.group(1));
        }
        assertThat(names)
                .contains("most_in_one_run", "budgets", "highest_share")
                .allSatisfy(field -> assertThat(page).containsPattern("[`.\\]]" + field + "(\\[])?`"));
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(files.resolve("calls.csv"))) {
            List<NamedCsvRecord> rows = csv.stream().toList();
            assertThat(rows).hasSize(2);
            assertThat(rows.get(0).getHeader())
                    .allSatisfy(field -> assertThat(page).contains("`" + field + "`"));
            assertThat(rows.get(0).getField("cost_usd")).isEqualTo("0.16");
            assertThat(rows.get(0).getField("cache_read_usd")).isEqualTo("0.05");
            assertThat(rows.get(0).getField("priced_as")).isEqualTo("openai/gpt-4o");
            assertThat(rows.get(0).getField("context_share")).isEqualTo("0.6328");
            assertThat(rows.get(1).getField("not_priced")).isEqualTo("unknown_provider");
            assertThat(rows.get(1).getField("tool")).isEqualTo("find");
            assertThat(rows.get(1).getField("cost_usd")).isEmpty();
        }
    }

    @Test
    void shouldPrintTheJsonItWouldWrite() throws Exception {
        Path files = directory.resolve("out");
        assertThat(tokens("--out", files)).isEqualTo(ExitCode.OK);

        assertThat(tokens("--format", "json")).isEqualTo(ExitCode.OK);

        assertThat(Figures.of(Json.of(out())))
                .isEqualTo(Figures.of(Json.of(Files.readString(files.resolve("costs.json")))));
    }

    @Test
    void shouldTakeOtherPrices() throws Exception {
        Path prices = Files.writeString(
                directory.resolve("ours.json"),
                "{\"format\":\"agent-profiler-prices/1\",\"providers\":[{\"id\":\"ollama\",\"models\":[{\"id\":\"qwen\","
                        + "\"match\":{\"equals\":\"qwen\"},\"prices\":{\"input_mtok\":1,\"output_mtok\":5}}]}]}");

        assertThat(tokens("--prices", prices, "--width", "200")).isEqualTo(ExitCode.OK);

        assertThat(out())
                .contains("Cost    $0.00002 for 1 call · list prices from " + prices
                        + " · without 1 call of gpt-4o (provider not in the price list)");
    }

    @Test
    void shouldRefuseWhatItCannotUse() throws Exception {
        Path bad = Files.writeString(directory.resolve("bad.json"), "{\n \"format\": 1}");

        assertThat(tokens("--prices", bad)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).startsWith("analyzer: --prices " + bad + ":2:12: \"format\" is 1, expected a text");
        assertThat(tokens("--prices", directory.resolve("none.json"))).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).startsWith("analyzer: --prices " + directory.resolve("none.json") + " cannot be read: ");
        assertThat(tokens("--budgets", bad)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).startsWith("analyzer: --budgets " + bad + ":2:12: ");
        assertThat(tokens("--budget", "agent")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).startsWith("analyzer: --budget 'agent' has no limit");
        assertThat(tokens("--warn-at", "120")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).startsWith("analyzer: --warn-at takes a number from 0 to 100, not 120");
        assertThat(out()).isEmpty();
    }
}
