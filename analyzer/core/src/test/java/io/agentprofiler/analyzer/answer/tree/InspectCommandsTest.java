// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.output.Unseen;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tree}, {@code waterfall} and {@code flame} in every format. */
class InspectCommandsTest {
    /** As in JSON. */
    private static final String HOSTILE =
            "\\u001b[31m|</script><img src=x onerror=alert(1)>`*_[x](http://e.vil)_*` @everyone \\u202e ```";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path run;

    /** A model of 40 ms whose answer begins after 10 ms, a tool of 50 ms that fails, 10 ms of the agent itself. */
    @BeforeEach
    void writeRun() {
        run = write("answer", "weather");
    }

    private Path write(String agent, String tool) {
        return TestRun.run("run")
                .trace(1)
                .start(1, 0, 0, "agent", agent)
                .start(2, 1, 0, "llm", "chat")
                .end(
                        2,
                        40,
                        "ok",
                        ",\"chunks\":{\"count\":2,\"first_t\":" + TestRun.at(10) + ",\"last_t\":" + TestRun.at(40)
                                + ",\"max_gap_ns\":1000},\"attributes\":{"
                                + "\"gen_ai.usage.input_tokens\":300,\"gen_ai.usage.output_tokens\":20}")
                .start(3, 1, 40, "tool", tool)
                .end(3, 90, "error", ",\"error\":{\"type\":\"com.acme.Broken\"}")
                .end(1, 100)
                .footer()
                .write(directory.resolve(agent.length() + "/segment-000001.jsonl"))
                .getParent();
    }

    private String printed(Object... arguments) {
        assertThat(analyzer.run(arguments)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return analyzer.out();
    }

    /** Returns what is printed without white space. */
    private String json(Object... arguments) {
        return printed(arguments).replaceAll("\\s+", "");
    }

    @Test
    void shouldGiveProgramsTheSameSpansFromTreesAndWaterfalls() {
        String tree = json("tree", "--format", "json", run);

        assertThat(tree)
                .isEqualTo(json("waterfall", "--format", "json", run))
                .startsWith("{\"format\":\"agent-profiler-workflows/1\",\"workflows\":[{\"trace_id\":\""
                        + TestRun.traceId(1) + "\",\"name\":\"answer\",")
                .contains(
                        "\"duration_ns\":100000000,\"outcome\":\"ok_with_failures\",\"failed_steps\":1,\"spans\":[{\"span_id\":\""
                                + TestRun.spanId(1)
                                + "\",\"depth\":0,\"kind\":\"agent\",\"name\":\"answer\",\"status\":\"ok\","
                                + "\"offset_ns\":0,\"duration_ns\":100000000,\"self_ns\":10000000,",
                        "{\"span_id\":\"" + TestRun.spanId(2) + "\",\"parent_id\":\"" + TestRun.spanId(1)
                                + "\",\"depth\":1,\"kind\":\"llm\",\"name\":\"chat\",\"status\":\"ok\",\"offset_ns\":0,"
                                + "\"duration_ns\":40000000,\"self_ns\":40000000,\"first_chunk_offset_ns\":10000000,",
                        "\"tokens\":{\"input\":300,\"output\":20},\"lane\":0,\"path_ns\":40000000}",
                        "\"kind\":\"tool\",\"name\":\"weather\",\"status\":\"error\",\"offset_ns\":40000000,"
                                + "\"duration_ns\":50000000,\"self_ns\":50000000,",
                        "\"error_type\":\"com.acme.Broken\",\"lane\":0,\"path_ns\":50000000}]}]")
                .doesNotContain("error_message");
    }

    @Test
    void shouldGiveProgramsEverySpanHoweverFewArePrinted() {
        assertThat(json("tree", "--max-rows", "1", "--format", "json", run))
                .isEqualTo(json("tree", "--format", "json", run));
        assertThat(printed("tree", "--max-rows", "1", run)).contains("   … 2 shorter, not shown  ", "90.0 ms");
        assertThat(printed("waterfall", "--max-rows", "1", run)).contains("… 2 shorter spans not shown");
    }

    @Test
    void shouldGiveProgramsEveryPathOfAFlameGraph() {
        assertThat(json("flame", "--min-share", "45", "--format", "json", run))
                .startsWith(
                        "{\"format\":\"agent-profiler-flame/1\",\"by\":\"time\",\"unit\":\"ns\",\"whole\":100000000,"
                                + "\"paths\":[{\"path\":[\"answer\"],\"kind\":\"agent\",\"all\":100000000,\"own\":10000000,\"spans\":1},"
                                + "{\"path\":[\"answer\",\"weather\"],\"kind\":\"tool\",\"all\":50000000,\"own\":50000000,\"spans\":1},"
                                + "{\"path\":[\"answer\",\"chat\"],\"kind\":\"llm\",\"all\":40000000,\"own\":40000000,\"spans\":1}]");
        assertThat(printed("flame", "--min-share", "45", run)).contains("… 1 smaller path not shown, 40.0 ms");
        assertThat(json("flame", "--by", "tokens", "--format", "json", run))
                .contains(
                        "\"unit\":\"tokens\",\"whole\":320,",
                        "{\"path\":[\"answer\",\"chat\"],\"kind\":\"llm\",\"all\":320,");
    }

    @Test
    void shouldDrawOnPagesAndInComments() {
        assertThat(printed("tree", "--format", "html", run))
                .contains(
                        "<h2>answer</h2>",
                        "<code>├─ llm chat</code>",
                        "<i class=\"llm\" style=\"left:0.000%;width:40.000%\"></i>",
                        "<b class=\"bad\">✗</b> weather · Broken");
        assertThat(printed("waterfall", "--format", "html", run))
                .contains(
                        "<i class=\"agent line\" style=\"left:0.000%;width:100.000%\"></i>"
                                + "<i class=\"agent\" style=\"left:90.000%;width:10.000%\"></i>",
                        "<i class=\"first\" title=\"first chunk\" style=\"left:10.000%\"></i>");
        assertThat(printed("flame", "--format", "html", run))
                .contains("<i class=\"tool\" style=\"left:0.000%;width:50.000%\"></i>");
        assertThat(printed("tree", "--format", "markdown", run))
                .contains(
                        "#### answer\n",
                        "```text\nspan ",
                        "\n└─ tool weather  ✗ Broken  50.0 ms",
                        "**✗** weather · Broken");
        assertThat(printed("flame", "--format", "markdown", run)).contains("\n  weather  50.0 ms   50.0 %");
    }

    @Test
    void shouldKeepHostileNamesTextInEveryFormat() {
        Path hostile = write(HOSTILE, HOSTILE);
        for (String command : List.of("tree", "waterfall", "flame")) {
            for (String format : List.of("text", "markdown", "html")) {
                String printed = printed(command, "--format", format, hostile);
                assertThat(printed.codePoints().filter(point -> point != '\n' && Unseen.is(point)))
                        .as(command + " " + format)
                        .isEmpty();
                String outsideFences = printed.replaceAll("(?sm)^(`{3,})text\n.*?^\\1$", "");
                if (!format.equals("text")) {
                    assertThat(outsideFences).as(command + " " + format).doesNotContain("<script", "</script", "<img");
                }
                if (format.equals("html")) {
                    assertThat(printed).contains("&lt;/script&gt;&lt;img");
                }
                if (format.equals("markdown")) {
                    assertThat(outsideFences).doesNotContain("`", "@everyone", "](", "http:");
                }
            }
            assertThat(json(command, "--format", "json", hostile)).contains("@everyone");
        }
    }

    @Test
    void shouldSayWhatIsMissingAndWhatIsWrong() {
        analyzer.assertRefused("-n and --max-rows take a number of 1 or more", "waterfall", "-n", "0", run);
        assertThat(printed("flame", "--by", "cost", run)).contains("of these spans nothing of the kind is known");
        assertThat(json("flame", "--by", "cost", "--format", "json", run)).contains("\"unit\":\"usd\",\"whole\":0,");
    }

    /** Four workflows: the slowest, the one of most tokens, the dearest, and the earliest, which has none. */
    private Path several() {
        TestRun lines = TestRun.run("run");
        String[] models = {"", "gpt-4o-mini", "gpt-4o-mini", "gpt-4o"};
        int[] tokens = {0, 10, 5000, 1000};
        int[] lengths = {10, 90, 20, 30};
        for (int i = 0; i < models.length; i++) {
            int start = 100 * i;
            lines.trace(i + 1).start(10 * i + 1, 0, start, "agent", "w" + i);
            if (tokens[i] > 0) {
                lines.start(
                                10 * i + 2,
                                10 * i + 1,
                                start,
                                "llm",
                                "chat",
                                "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"" + models[i] + "\"")
                        .end(
                                10 * i + 2,
                                start + 1,
                                i == 2 ? "error" : "ok",
                                ",\"attributes\":{\"gen_ai.usage.input_tokens\":" + tokens[i]
                                        + ",\"gen_ai.usage.output_tokens\":1}");
            }
            lines.end(10 * i + 1, start + lengths[i]);
        }
        return lines.footer().write(directory.resolve("several/segment-000001.jsonl"));
    }

    @Test
    void shouldShowWorkflowsInTheOrderAskedFor() {
        Path several = several();

        assertThat(firstLines("tree", several)).containsExactly("w1");
        assertThat(firstLines("tree", "--sort", "tokens", several)).containsExactly("w2");
        assertThat(firstLines("waterfall", "--sort", "cost", several)).containsExactly("w3");
        assertThat(firstLines("tree", "--sort", "start", "-n", "4", several)).containsExactly("w0", "w1", "w2", "w3");
        assertThat(firstLines("tree", "--sort", "cost", "-n", "4", several)).containsExactly("w3", "w2", "w1", "w0");
        assertThat(firstLines("tree", "--sort", "cost", "--where", "status=failed", several))
                .containsExactly("w2");
        analyzer.assertRefused(
                "--trace names what to show: leave out --failed and --sort",
                "tree",
                "--trace",
                TestRun.traceId(1),
                "--sort",
                "cost",
                several);
    }

    private List<String> firstLines(Object... arguments) {
        return printed(arguments).lines().filter(line -> line.matches("w\\d")).toList();
    }
}
