// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.testing.Golden;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path run;

    @BeforeEach
    void writeARun() {
        run = directory.resolve("run");
        SampleRun.get().write(run.resolve("segment-000001.jsonl"));
    }

    private int analyzer(Object... arguments) {
        return on(StandardCharsets.UTF_8, Map.of(), false, arguments);
    }

    private int on(Charset charset, Map<String, String> environment, boolean terminal, Object... arguments) {
        out.reset();
        err.reset();
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        Terminal streams = new Terminal(
                new PrintStream(out, true, charset),
                new PrintStream(err, true, charset),
                charset,
                terminal,
                false,
                environment);
        return Main.run(streams, texts);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** The one line every failure is told in, and nothing else. */
    private void assertRefused(int code, String line) {
        assertThat(err()).startsWith("analyzer: " + line);
        assertThat(err().lines().filter(text -> !text.contains("--help"))).hasSize(1);
        assertThat(err()).doesNotContain("Exception", "\tat ");
        assertThat(out()).isEmpty();
        assertThat(code).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void shouldPrintTheWholeReport() throws IOException {
        assertThat(analyzer("report", "--all", run)).isEqualTo(ExitCode.OK);

        Golden.of(MainTest.class, "report.txt").assertIs(out());
        assertThat(err()).isEmpty();
    }

    @Test
    void shouldFitTheReportOnOneScreen() throws IOException {
        assertThat(analyzer("report", "--width", "80", run)).isEqualTo(ExitCode.OK);

        Golden.of(MainTest.class, "report-screen.txt").assertIs(out());
        assertThat(out().lines()).hasSizeLessThanOrEqualTo(26);
        assertThat(err()).isEmpty();
    }

    @Test
    void shouldPrintTheReportInEveryFormat() {
        assertThat(analyzer("report", "--format", "json", run)).isEqualTo(ExitCode.OK);
        assertThat(out())
                .startsWith("{\"format\":\"agent-profiler-report/1\",")
                .contains("\"critical_path\":{", "\"by_model\":[", "\"scores\":{", "\"data\":{");
        assertThat(analyzer("report", "--format", "markdown", run)).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("**Verdict**", "#### Findings", "**Slowest**", "**Next**");
        assertThat(analyzer("report", "--format", "html", "--all", run)).isEqualTo(ExitCode.OK);
        assertThat(out()).startsWith("<!DOCTYPE html>").contains("<h2>Models</h2>", "<h2>Critical path</h2>");
    }

    @Test
    void shouldWriteNatFilesOnlyWhenAskedFor() {
        Path files = directory.resolve("files");
        assertThat(analyzer("report", "--out", files, run)).isEqualTo(ExitCode.OK);
        assertThat(files.resolve("summary.json")).exists();
        assertThat(files.resolve("all_requests_profiler_traces.json")).doesNotExist();
        assertThat(out()).contains("NeMo Agent Toolkit's profiler: --format nat writes them");

        assertThat(analyzer("report", "--out", files, "--format", "nat", run)).isEqualTo(ExitCode.OK);
        assertThat(files.resolve("all_requests_profiler_traces.json")).exists();
    }

    @Test
    void shouldPrintTheReportInAscii() throws IOException {
        assertThat(on(StandardCharsets.US_ASCII, Map.of(), false, "report", "--all", "--width", "80", run))
                .isEqualTo(ExitCode.OK);

        Golden.of(MainTest.class, "report-ascii-80.txt").assertIs(out());
        assertThat(out().lines().map(String::length)).allMatch(length -> length <= 80);
    }

    @Test
    void shouldPrintTheTree() throws IOException {
        assertThat(analyzer("tree", "-n", "2", run)).isEqualTo(ExitCode.OK);

        Golden.of(MainTest.class, "tree.txt").assertIs(out());
    }

    @Test
    void shouldPrintTheWaterfall() throws IOException {
        assertThat(analyzer("waterfall", "-n", "2", run)).isEqualTo(ExitCode.OK);

        Golden.of(MainTest.class, "waterfall.txt").assertIs(out());
    }

    @Test
    void shouldPrintFlameGraphs() throws IOException {
        StringBuilder printed = new StringBuilder();
        for (String weight : new String[] {"time", "tokens", "cost", "calls"}) {
            assertThat(analyzer("flame", "--by", weight, "--min-share", "1", run))
                    .isEqualTo(ExitCode.OK);
            printed.append(out());
        }
        assertThat(analyzer("flame", "--trace", TestRun.traceId(2), "--max-rows", "1", run))
                .isEqualTo(ExitCode.OK);
        printed.append(out());

        Golden.of(MainTest.class, "flame.txt").assertIs(printed.toString());
        assertRefused(
                analyzer("flame", "--trace", "ff", run), "--trace ff: no trace, span or conversation has this id");
        assertRefused(analyzer("flame", "--max-rows", "0", run), "--max-rows takes a number of 1 or more");
    }

    @Test
    void shouldPrintAFlameGraphOfAnyCost() {
        Path dear = TestRun.run("r")
                .start(
                        1,
                        0,
                        0,
                        "llm",
                        "chat",
                        "\"gen_ai.request.model\":\"gpt-4o-mini\",\"gen_ai.provider.name\":\"openai\"")
                .end(1, 1, "\"gen_ai.usage.output_tokens\":0,\"gen_ai.usage.input_tokens\":150000000000000")
                .footer()
                .write(directory.resolve("dear/segment-000001.jsonl"));

        assertThat(analyzer("flame", "--by", "cost", dear)).isEqualTo(ExitCode.OK);
        assertThat(out()).as("as much as there is room for").contains("$9,223,372.04");
    }

    @Test
    void shouldChooseWorkflows() {
        assertThat(analyzer("tree", "--trace", TestRun.traceId(2), run)).isEqualTo(ExitCode.OK);
        assertThat(out()).startsWith("Support.greet");
        assertThat(analyzer("tree", "--slowest", run)).isEqualTo(ExitCode.OK);
        assertThat(out()).startsWith("Support.answer");
        assertRefused(analyzer("tree", "--trace", "ff", run), "--trace ff: no trace, span or conversation has this id");
        assertRefused(analyzer("tree", "-n", "0", run), "-n and --max-rows take a number of 1 or more");
    }

    @Test
    void shouldSumUpWhatHasNoRow() {
        assertThat(analyzer("tree", "--max-rows", "3", run)).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("   … 3 shorter, not shown", "llm chat gpt").doesNotContain("memory get");
    }

    @Test
    void shouldUseColoursOnATerminalOnlyAndNotWhenToldNotTo() {
        assertThat(on(StandardCharsets.UTF_8, Map.of("COLUMNS", "100"), true, "report", run))
                .isZero();
        assertThat(out()).contains("\u001b[1mFindings\u001b[0m");
        on(StandardCharsets.UTF_8, Map.of("COLUMNS", "100", "NO_COLOR", "1"), true, "report", run);
        assertThat(out()).doesNotContain("\u001b");
        on(StandardCharsets.UTF_8, Map.of("COLUMNS", "100", "TERM", "dumb"), true, "report", run);
        assertThat(out()).doesNotContain("\u001b");
        analyzer("report", "--color", "always", run);
        assertThat(out()).contains("\u001b[1mFindings\u001b[0m");
    }

    @Test
    void shouldHonourTheEnvironmentInAPipe() {
        on(StandardCharsets.UTF_8, Map.of("CLICOLOR_FORCE", "1"), false, "report", run);
        assertThat(out()).contains("\u001b[1mFindings\u001b[0m");
        on(StandardCharsets.UTF_8, Map.of("CLICOLOR_FORCE", "0"), false, "report", run);
        assertThat(out()).doesNotContain("\u001b");
        on(StandardCharsets.UTF_8, Map.of("CLICOLOR_FORCE", "1", "NO_COLOR", "1"), false, "report", run);
        assertThat(out()).doesNotContain("\u001b");
        on(StandardCharsets.UTF_8, Map.of("CLICOLOR_FORCE", "1"), false, "report", "--color", "NEVER", run);
        assertThat(out()).doesNotContain("\u001b");
        on(StandardCharsets.UTF_8, Map.of("CLICOLOR", "0", "COLUMNS", "100"), true, "report", run);
        assertThat(out()).doesNotContain("\u001b");
        for (int width : new int[] {80, 120}) {
            on(StandardCharsets.UTF_8, Map.of("COLUMNS", "" + width), false, "tree", run);
            // columns share the width, so that a few characters may be left over
            assertThat(out().lines().mapToInt(String::length).max().orElseThrow())
                    .isBetween(width - 5, width);
        }
        on(StandardCharsets.UTF_8, Map.of("COLUMNS", "70"), false, "help", "report");
        assertThat(out().lines().takeWhile(line -> !line.isEmpty())).allMatch(line -> line.length() <= 70);
    }

    @Test
    void shouldNameTheWordsAnOptionTakesInLowerCase() {
        assertRefused(
                analyzer("tokens", "--format", "xml", run),
                "--format takes text, json, markdown, html or csv, not 'xml'");
        assertRefused(
                analyzer("report", "--color", "Sometimes", run),
                "--color takes auto, always or never, not 'Sometimes'");
        assertThat(analyzer("tokens", "--format", "JSON", run)).isZero();
        assertThat(out()).startsWith("{");
    }

    @Test
    void shouldFitTheTerminal() {
        for (int width : new int[] {60, 80, 100, 160, 240}) {
            on(StandardCharsets.UTF_8, Map.of("COLUMNS", "" + width, "NO_COLOR", "1"), true, "tree", run);
            assertThat(out().lines().filter(line -> line.contains("█")).map(String::length))
                    .allMatch(length -> length <= width);
        }
    }

    @Test
    void shouldExplainItself() {
        assertThat(analyzer("--help")).isZero();
        assertThat(out()).contains("Usage: analyzer", "report", "tree", "Exit codes: 0 done");
        assertThat(analyzer("report", "--help")).isZero();
        assertThat(out()).contains("Examples:", "java -jar analyzer.jar report agent-profile/");
        assertThat(analyzer("tree", "--help")).isZero();
        assertThat(out()).contains("Examples:", "java -jar analyzer.jar tree agent-profile/");
        for (String command : new String[] {"", "report", "whatif swap", "rules check", "help"}) {
            String[] words = command.isEmpty() ? new String[0] : command.split(" ");
            assertThat(analyzer(
                            Stream.concat(Stream.of(words), Stream.of("--help")).toArray()))
                    .isZero();
            String help = out();
            assertThat(analyzer(
                            Stream.concat(Stream.of("help"), Stream.of(words)).toArray()))
                    .isZero();
            assertThat(out()).isEqualTo(help);
        }
        assertThat(analyzer("help", "whatif", "swop")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).startsWith("analyzer: there is no command 'swop'\nDid you mean: analyzer whatif swap?");
        assertThat(analyzer("--version")).isZero();
        assertThat(out()).startsWith("agent-profiler analyzer ");
    }

    @Test
    void shouldRefuseWrongUsage() {
        assertRefused(analyzer("report"), "no INPUT was given, and there is no directory agent-profile here");
        assertRefused(analyzer("report", "--bogus", run), "Unknown option: '--bogus'");
        assertRefused(
                analyzer("report", "--format", "spans", run), "--format spans names files to write: add --out DIR");
        assertThat(analyzer("repport", run)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("there is no command 'repport'", "Did you mean: analyzer report");
        assertThat(analyzer("cost", run)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("Did you mean: analyzer tokens?");
        assertThat(analyzer()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err()).contains("Usage: analyzer");
    }

    @Test
    void shouldRefuseWhatIsNoTrace() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Path text = Files.writeString(directory.resolve("text"), "hello");
        Path other = directory.resolve("other");
        Files.writeString(other, "{\"event\":\"HEADER\",\"format\":\"agent-profiler/7\",\"run\":\"r\"}\n");
        Path broken = directory.resolve("broken");
        Files.writeString(broken, "{\"event\":\"SPAN_START\"}\n{\"event\":\"SPAN_END\",}\n");

        assertRefused(analyzer("report", directory.resolve("none")), directory.resolve("none") + ": no such file");
        assertRefused(analyzer("report", empty), empty + ": no trace file in it");
        assertRefused(analyzer("report", text), text + ": not a trace file");
        assertRefused(analyzer("report", other), other + ": written in format agent-profiler/7");
        assertRefused(
                analyzer("report", broken),
                broken + ":1: SPAN_START without \"trace\" (nothing in the input could be read)");
    }

    @Test
    void shouldRefuseADirectoryItCannotWrite() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertRefused(
                analyzer("report", "--out", file, run), "cannot write to " + file + ": exists and is not a directory");
    }

    @Test
    void shouldRefuseARecordingItCannotUse() {
        String out = directory.resolve("out").toString();

        assertRefused(
                analyzer("report", "--jfr", run, run), "--jfr " + run + " cannot be read as a flight recording: ");
        assertRefused(
                analyzer("report", "--out", out, "--jfr", run + "/segment-000001.jsonl", run),
                "--jfr " + run + "/segment-000001.jsonl cannot be read as a flight recording: ");
        assertRefused(
                analyzer("report", "--out", out, "--jfr", "no.jfr", run),
                "--jfr no.jfr cannot be read as a flight recording: ");
    }

    @Test
    void shouldWriteTheChosenFilesOnly() {
        Path target = directory.resolve("out/deep");

        assertThat(analyzer("report", "--out", target, "--format", "tokens,spans", run))
                .isZero();

        assertThat(target.toFile().list()).containsExactlyInAnyOrder("spans.csv", "tokens.json");
        assertThat(out())
                .endsWith("Written: " + target.resolve("spans.csv") + ", " + target.resolve("tokens.json") + "\n");
    }

    @Test
    void shouldSurviveBombs() throws IOException {
        long max = Long.MAX_VALUE;
        Path bomb = TestRun.run("bomb")
                .trace(1)
                .start(1, 2, 0, "agent", "circle")
                .start(2, 1, 1, "agent", "circle")
                .end(2, 0)
                .start(1, 2, 0, "agent", "circle")
                .end(1, 5)
                .trace(2)
                .line("{\"event\":\"SPAN_START\",\"trace\":\"" + TestRun.traceId(2) + "\",\"span\":\""
                        + TestRun.spanId(9) + "\",\"t\":" + -max + ",\"kind\":\"no such kind\",\"name\":\""
                        + "long".repeat(250_000) + "\"}")
                .line("{\"event\":\"SPAN_END\",\"trace\":\"" + TestRun.traceId(2) + "\",\"span\":\"" + TestRun.spanId(9)
                        + "\",\"t\":" + max + ",\"status\":\"odd\"}")
                .line("{\"event\":\"SPAN_START\",\"trace\":")
                .line("x".repeat(1_000_000))
                .line("[".repeat(100_000))
                .trace(3)
                .end(77, 1)
                .write(directory.resolve("bomb.jsonl"));
        Files.writeString(bomb, Files.readString(bomb) + "{\"event\":\"SPAN_ST");

        assertThat(analyzer("report", "--all", "--out", directory.resolve("out"), bomb))
                .isZero();

        assertThat(err()).isEmpty();
        assertThat(out())
                .contains(
                        "whose parents form a circle",
                        "that ends before it starts",
                        "without a start",
                        "the last line is cut off",
                        "3 lines skipped",
                        "of spans that had one already",
                        "the run has no end");
    }

    @Test
    void shouldTellWhatIsMissing() {
        Path killed = TestRun.run("killed")
                .start(1, 0, 0, "agent", "a")
                .start(2, 1, 5, "llm", "stuck")
                .line("{\"event\":\"BOOKS\",\"t\":0,\"dropped\":{\"SPAN_START\":{\"ring_full\":3,\"shed\":1200}},"
                        + "\"payloads_dropped\":1,\"abandoned\":2,\"deleted_segments\":4}")
                .write(directory.resolve("killed/segment-000003.jsonl.open"));

        assertThat(analyzer("tree", killed.getParent())).isZero();

        assertThat(out())
                .contains(
                        "! 1,203 events dropped by the agent: SPAN_START (ring_full 3, shed 1,200)",
                        "! 1 span whose attributes were given up to the memory budget",
                        "! 2 spans that can never end",
                        "! 4 segments deleted by the agent",
                        "! segments missing: 1, 2",
                        "! the run has no end: the process was killed or is still running",
                        "! 2 spans without an end");
    }
}
