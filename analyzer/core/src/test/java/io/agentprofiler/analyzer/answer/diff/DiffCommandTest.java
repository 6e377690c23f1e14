// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.cli.Main;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.testing.Golden;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
    /** A name that would do harm in a terminal, in Markdown and in HTML, if it were taken for anything but text. */
    private static final String HOSTILE =
            "\\u001b[31m|</script><script>alert(1)</script><img src=x onerror=alert(1)>`*_[x](http://e.vil)_*` @everyone #1 &amp;";

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int diff(Object... arguments) {
        out.reset();
        err.reset();
        String[] texts = new String[arguments.length + 1];
        texts[0] = "diff";
        for (int i = 0; i < arguments.length; i++) {
            texts[i + 1] = arguments[i].toString();
        }
        Terminal streams = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                StandardCharsets.UTF_8,
                false,
                false,
                Map.of());
        return Main.run(streams, texts);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** JSON without what makes it readable. */
    private String oneLine() {
        return out().replaceAll("\\n *", "").replace(" : ", ":").replace("[ ]", "[]");
    }

    private void assertRefused(int code, String line) {
        String told = err.toString(StandardCharsets.UTF_8);
        assertThat(told).startsWith("analyzer: " + line);
        assertThat(told.lines().filter(text -> !text.contains("--help"))).hasSize(1);
        assertThat(code).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(out()).isEmpty();
    }

    /** Eight workflows of a model call of 100 ms and more, and a tool. */
    private Path run(String name, int from, double toolMillis, String tool) {
        return run(name, from, toolMillis, tool, "answer");
    }

    private Path run(String name, int from, double toolMillis, String tool, String workflow) {
        TestRun run = TestRun.run(name);
        double now = 0;
        for (int i = 0; i < 8; i++) {
            int span = from + 10 * i;
            run.trace(from + i)
                    .start(span, 0, now, "agent", workflow)
                    .start(
                            span + 1,
                            span,
                            now,
                            "llm",
                            "chat",
                            "\"gen_ai.request.model\":\"gpt-4o-mini\",\"gen_ai.provider.name\":\"openai\"")
                    .end(
                            span + 1,
                            now + 100 + i,
                            "ok",
                            ",\"chunks\":{\"count\":2,\"first_t\":" + TestRun.at(now + 20 + i) + ",\"last_t\":"
                                    + TestRun.at(now + 100) + ",\"max_gap_ns\":1000},\"attributes\":{"
                                    + "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100}")
                    .span(span + 2, span, now + 100 + i, now + 100 + i + toolMillis, "tool", tool)
                    .end(span, now + 100 + i + toolMillis);
            now += 1000;
        }
        return run.footer()
                .write(directory.resolve(name + "/segment-000001.jsonl"))
                .getParent();
    }

    /** Eight workflows whose second tool fails, or not; the agents end well. */
    private Path refunds(String name, int from, String status, double searchMillis) {
        TestRun run = TestRun.run(name);
        for (int i = 0; i < 8; i++) {
            int span = from + 10 * i;
            run.trace(from + i)
                    .start(span, 0, 1000 * i, "agent", "answer")
                    .span(span + 1, span, 1000 * i, 1000 * i + searchMillis + i, "tool", "search")
                    .start(span + 2, span, 1000 * i + 400, "tool", "refund")
                    .end(span + 2, 1000 * i + 410, status, "")
                    .end(span, 1000 * i + 500 + i);
        }
        return run.footer()
                .write(directory.resolve(name + "/segment-000001.jsonl"))
                .getParent();
    }

    @Test
    void shouldTellFirstWhatFailsNowAlthoughItsWorkflowsEndWell() throws IOException {
        Path before = refunds("before", 1, "ok", 100);
        Path after = refunds("after", 1001, "error", 300);

        assertThat(diff("--fail-on", "errors>+1pp", before, after)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(out())
                .containsPattern("workflows failed, or ok with failures +0\\.0 % +100\\.0 %")
                .containsPattern("(?s)tool refund[^\n]*failed calls.*tool search");

        out.reset();
        assertThat(diff("--format", "markdown", before, after)).isEqualTo(ExitCode.OK);
        assertThat(out().lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).contains("tool refund fails more often; "));
    }

    @Test
    void shouldPrintTheWholeComparison() throws IOException {
        int code = diff(
                "--fail-on",
                "time>+10%,llm:time>+10%,cost>+1%,p95>+10%",
                run("before", 1, 50, "search"),
                run("after", 1001, 80, "search"));

        Golden.of(DiffCommandTest.class, "diff.txt").assertIs(out());
        assertThat(code).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(err.size()).isZero();
    }

    @Test
    void shouldSayWhetherItIsTheSameProgram() {
        diff(run("before", 1, 50, "search"), run("after", 1001, 80, "search"), "--width", "200");
        assertThat(out()).contains("same program, slower: run time +19.5 %\n");

        diff(run("before", 1, 50, "search"), run("after", 1001, 50, "search"), "--width", "200");
        assertThat(out()).contains("same program, as fast\n");

        diff(run("before", 1, 50, "search"), run("after", 1001, 50, "find"), "--width", "200");
        assertThat(out()).contains("program changed: new tool find; tool gone: search; as fast\n");

        diff(run("before", 1, 50, "search"), run("after", 1001, 50, "search", "reply"), "--format", "json");
        assertThat(oneLine())
                .contains(
                        "\"program\":{\"verdict\":\"another program\",\"sentence\":\"program changed: path gone: agent answer;"
                                + " new path agent reply; as fast\",\"fingerprints_shared\":0,\"fingerprints_before_only\":1,"
                                + "\"fingerprints_after_only\":1,\"differences\":[{\"facet\":\"paths\",\"place\":\"agent answer\","
                                + "\"before\":[\"agent answer\"],\"after\":[],\"workflows_before\":8,\"workflows_after\":0,"
                                + "\"verdict\":\"changed\"}");
    }

    @Test
    void shouldCompareWorkflowsOfOneFingerprint() {
        diff(
                run("before", 1, 50, "search"),
                run("after", 1001, 50, "find"),
                "--group",
                "fingerprint",
                "--format",
                "json");

        assertThat(oneLine().split("\"table\":\"workflow\",\"name\":\"answer [0-9a-f]{16}\"", -1))
                .hasSize(3);
        assertThat(out())
                .contains(
                        "the sides hold workflows with different fingerprints, which alone makes all workflows together differ");
    }

    @Test
    void shouldPrintMarkdown() throws IOException {
        int code = diff(
                "--format",
                "markdown",
                "--fail-on",
                "time>+10%,cost>+1%,p95>+10%",
                run("before", 1, 50, "search"),
                run("after", 1001, 80, "find"));

        Golden.of(DiffCommandTest.class, "diff.md").assertIs(out());
        assertThat(code).isEqualTo(ExitCode.GATE_FAILED);
    }

    @Test
    void shouldSayThatWorkflowsAreGoneAndNotThatTheyHaveNoPrice() {
        diff(run("before", 1, 50, "search"), run("after", 1001, 50, "search", "reply"), "--width", "160");

        assertThat(out()).doesNotContain("unpriced");
        assertThat(out().lines().filter(line -> line.startsWith("workflow answer ")))
                .singleElement()
                .asString()
                .endsWith("gone");
    }

    @Test
    void shouldPassAndBeTheSameTwiceWhereNothingChanged() {
        Path run = run("same", 1, 50, "search");

        assertThat(diff("--fail-on", "time>+0%,p50>+0%,cost>+0%,calls>+0", "--strict", "--format", "json", run, run))
                .isEqualTo(ExitCode.OK);
        String first = out();
        diff("--fail-on", "time>+0%,p50>+0%,cost>+0%,calls>+0", "--strict", "--format", "json", run, run);

        assertThat(out()).isEqualTo(first);
        assertThat(first)
                .contains("\"format\":\"agent-profiler-diff/1\"", "\"paths\":[]")
                .doesNotContain("\"worse\"", "\"better\"", "\"changed\"", "NaN");
    }

    @Test
    void shouldWarnWhereAGateCannotBeJudged() {
        Path before = run("before", 1, 50, "search");
        Path after = run("after", 1001, 80, "search");

        assertThat(diff("--fail-on", "p95>+10%", before, after)).isEqualTo(ExitCode.WARNED);
        assertThat(diff("--fail-on", "p95>+10%", "--strict", before, after)).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(diff("--fail-on", "p95>+90%", before, after)).isEqualTo(ExitCode.OK);
        assertThat(diff("--fail-on", "reasoning>+90%", before, after)).isEqualTo(ExitCode.GATE_FAILED);
    }

    @Test
    void shouldTakeSeveralRunsASide() {
        Path first = run("first", 1, 50, "search");
        Path second = run("second", 101, 50, "search");
        Path third = run("third", 201, 50, "search");

        assertThat(diff("--before", first, second, "--after", third)).isEqualTo(ExitCode.OK);

        assertThat(out()).contains("before first, second · 16 workflows", "after  third · 8 workflows");
    }

    @Test
    void shouldWriteFilesThatHoldHostileTextAsText() throws IOException {
        Path out = directory.resolve("out");
        Path before = run("<before>|", 1, 50, "search");
        Path after = run("after", 1001, 80, HOSTILE);

        assertThat(diff("--fail-on", "tool 'x|<b>':p95>+10%", "--out", out, before, after))
                .isEqualTo(ExitCode.GATE_FAILED);

        assertThat(out()).doesNotContain("\u001b").contains("Written: ");
        String html = Files.readString(out.resolve("diff.html"));
        assertThat(html)
                .doesNotContain("<script", "<img", "<a ", "<link", "url(", "\u001b")
                .contains("&lt;/script&gt;&lt;script&gt;alert(1)", "default-src 'none'", "&lt;before&gt;|");
        // what is drawn stands in fences, where text is text
        String markdown = Files.readString(out.resolve("diff.md")).replaceAll("(?s)(?m)^(`{3,})text\\n.*?^\\1$", "");
        assertThat(markdown)
                .doesNotContain("<script", "<img", "`", "@everyone", "](", " #1", "\u001b", "<before>")
                .contains("&#60;script&#62;", "&#64;everyone", "&#124;");
        // changes of an operation, and the row of its figures
        assertThat(markdown.lines().filter(line -> line.startsWith("| <code>tool")))
                .isNotEmpty()
                .allSatisfy(
                        line -> assertThat(line.chars().filter(c -> c == '|')).hasSizeBetween(9, 10));
        assertThat(Files.readString(out.resolve("diff.json"))).contains("</script><script>alert(1)");
    }

    /** 60 operations with names of a thousand characters that all have to be escaped. */
    @Test
    void shouldFitAComment() {
        Path[] runs = new Path[2];
        for (int side = 0; side < 2; side++) {
            TestRun run = TestRun.run("side" + side);
            int span = 1 + side * 100_000;
            for (int i = 0; i < 5; i++) {
                int root = span++;
                run.trace(1 + i + side * 100).start(root, 0, i * 1000, "agent", "answer");
                for (int tool = 0; tool < 60; tool++) {
                    run.span(span++, root, i * 1000, i * 1000 + 10 + 5 * side, "tool", tool + "<|>`".repeat(250));
                }
                run.end(root, i * 1000 + 100);
            }
            runs[side] = run.footer().write(directory.resolve("side" + side + "/segment-000001.jsonl"));
        }

        assertThat(diff("--format", "markdown", "--fail-on", "each:time>+1%", runs[0], runs[1]))
                .isEqualTo(ExitCode.GATE_FAILED);

        assertThat(out()).hasSizeBetween(5_000, 65_536).contains("writes all of them to diff.json", "What changed (");
    }

    @Test
    void shouldShowTheWorkflowsAskedForOnOneTimeScale() throws IOException {
        Path before = run("before", 1, 50, "search");
        Path after = run("after", 1001, 300, "search");
        Path out = directory.resolve("out");

        assertThat(diff(
                        "--out",
                        out,
                        "--before-trace",
                        TestRun.traceId(1),
                        "--after-trace",
                        TestRun.traceId(1001),
                        before,
                        after))
                .isEqualTo(ExitCode.OK);

        // 100 ms of a model and 50 or 300 ms of a tool, on a scale of 400 ms; the first chunk after 20 ms
        assertThat(Files.readString(out.resolve("diff.html")))
                .contains(
                        "<i class=\"llm\" style=\"left:0.000%;width:25.000%\">",
                        "<i class=\"tool\" style=\"left:25.000%;width:12.500%\">",
                        "<i class=\"tool\" style=\"left:25.000%;width:75.000%\">",
                        "<i class=\"first\" title=\"first chunk\" style=\"left:5.000%\">",
                        TestRun.traceId(1),
                        TestRun.traceId(1001));
    }

    @Test
    void shouldRefuseInOneLine() throws IOException {
        Path run = run("run", 1, 50, "search");
        Path file = Files.writeString(directory.resolve("file"), "");

        assertRefused(diff(), "diff needs two sides: diff BEFORE AFTER, diff DIR for the last two runs");
        assertRefused(diff(run), run + " holds no run");
        assertRefused(diff("--before", run), "--before and --after go together");
        assertRefused(diff(run, run, "--before", run, "--after", run), "--before and --after go together");
        assertRefused(
                diff(run, directory.resolve("nothing")), directory.resolve("nothing") + ": no such file or directory");
        assertRefused(diff(run, run, "--fail-on", "p96>+1%"), "--fail-on, at 'p96>+1%' (character 1): no metric");
        assertRefused(
                diff(run, run, "--strict"),
                "--strict says how gates are judged: add --fail-on GATES or --expect CHANGES");
        assertRefused(diff(run, run, "--resamples", "3"), "--resamples takes a number from 200 to 20000");
        assertRefused(diff(run, run, "--out", file), "cannot write to " + file);
        assertRefused(
                diff(run, run, "--before-trace", "ff"),
                "--before-trace ff: no trace, span or conversation has this id, or one that begins so, among the 8");
        assertRefused(
                diff(run, run, "--after-trace", "00"), "--after-trace 00 is the beginning of several ids: trace 0");
        assertRefused(diff(run, run, "--format", "pdf"), "--format takes text, json, markdown, html or csv, not 'pdf'");
    }
}
