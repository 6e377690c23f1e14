// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.cli.Main;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code whatif} as a user meets it. */
class WhatIfCommandTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String run;

    @BeforeEach
    void writeARun() {
        run = SampleRun.get()
                .write(directory.resolve("run/segment-000001.jsonl"))
                .toString();
    }

    private int analyzer(String... arguments) {
        out.reset();
        err.reset();
        Terminal streams = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                StandardCharsets.UTF_8,
                false,
                false,
                Map.of());
        return Main.run(streams, arguments);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private void assertRefused(String line, String... arguments) {
        assertThat(analyzer(arguments)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(line).doesNotContain("Exception", "\tat ");
        assertThat(out()).isEmpty();
    }

    @Test
    void shouldPrintAndWriteWhatWouldBe() throws IOException {
        Path target = directory.resolve("out");

        assertThat(analyzer("whatif", "swap", "--from", "gpt", "--to", "gpt-4o", "--out", target.toString(), run))
                .isEqualTo(ExitCode.OK);

        assertThat(out())
                .contains("What if  gpt-4o instead of gpt")
                .contains("Time       2.01 s recorded · not estimated for the scenario")
                .contains("no call of gpt-4o was recorded, so time is not estimated");
        assertThat(Files.readString(target.resolve("whatif.json")))
                .contains("\"wall_ns\" : 2010000000", "\"workflows\" : 2")
                .doesNotContain("supposed_wall_ns");
    }

    @Test
    void shouldPrintEveryScenario() {
        for (String command : new String[] {"parallel-tools", "cache", "early-tools"}) {
            assertThat(analyzer("whatif", command, run)).as(command).isEqualTo(ExitCode.OK);
            assertThat(out()).contains("What if  ", "2.01 s recorded", "Assumptions");
        }
        assertThat(analyzer("whatif", "prompt-cache", run)).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("Assumptions");
    }

    @Test
    void shouldSayWhatTheRecordingLacks() {
        String part = TestRun.run("shop-1")
                .span(1, 0, 0, 300, "agent", "A")
                .trace(2)
                .start(2, 0, 400, "agent", "A")
                .span(3, 2, 400, 900, "tool", "t")
                .line("{\"event\":\"FOOTER\",\"emitted\":{\"SPAN_START\":3,\"SPAN_END\":2},\"written\":"
                        + "{\"SPAN_START\":3,\"SPAN_END\":2},\"dropped\":{},\"queued\":{},\"started\":3,\"ended\":2,"
                        + "\"open\":1,\"abandoned\":0,\"payloads_dropped\":0,\"absorbed\":0,"
                        + "\"workflows_kept\":2,\"workflows_skipped\":18,\"rules\":[]}")
                .write(directory.resolve("part/segment-000001.jsonl"))
                .toString();

        for (String command : new String[] {"parallel-tools", "cache", "early-tools", "prompt-cache"}) {
            assertThat(analyzer("whatif", command, part)).as(command).isEqualTo(ExitCode.OK);
            assertThat(out())
                    .as(command)
                    .contains("300 ms recorded · 1 workflow without an end left out")
                    .contains("Data", "sampled", "2 of 20 workflows recorded", "1 span without an end")
                    .doesNotContain("speed-up");
        }
    }

    @Test
    void shouldCachePromptsByGivenRules() throws IOException {
        Path rules = Files.writeString(
                directory.resolve("rules.json"),
                "{\"format\":\"agent-profiler-cache-rules/1\",\"date\":\"2026-11-01\",\"rules\":[{\"id\":\"house\","
                        + "\"provider\":{\"equals\":\"vllm\"},\"entries\":\"blocks\"}]}");

        assertThat(analyzer("whatif", "prompt-cache", "--rules", rules.toString(), "--rule", "house", run))
                .isEqualTo(ExitCode.OK);
        assertThat(out()).contains("rules of 2026-11-01 from " + rules + ", house for all");
        assertRefused(
                "--rule openai is none of house",
                "whatif",
                "prompt-cache",
                "--rules",
                rules.toString(),
                "--rule",
                "openai",
                run);
    }

    @Test
    void shouldListAsManyWorkflowsAsWanted() throws IOException {
        Path target = directory.resolve("out");
        String[] swap = {"whatif", "swap", "--from", "gpt-4o", "--to", "gpt-4o-mini", "--out", target.toString()};
        TestRun many = TestRun.run("many");
        for (int i = 1; i <= 12; i++) {
            String model = i == 12 ? "gpt-4o-mini" : "gpt-4o";
            many.trace(i)
                    .start(i, 0, 1000 * i, "llm", "chat", "\"gen_ai.request.model\":\"" + model + "\"")
                    .end(i, 1000 * i + 100 + i, "\"gen_ai.usage.input_tokens\":10,\"gen_ai.usage.output_tokens\":" + i);
        }
        String file = many.footer().write(directory.resolve("many.jsonl")).toString();

        assertThat(analyzer(with(swap, "--workflows", "3", file))).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("… 8 more workflows; --all lists them");
        assertThat(Files.readString(target.resolve("whatif.json")))
                .contains("\"changed_workflows\" : 11", "\"left_out_workflows\" : 0", "\"evidence\" : [");
        assertThat(analyzer(with(swap, "--all", file))).isEqualTo(ExitCode.OK);
        assertThat(out()).doesNotContain("more workflow");
        assertRefused("--workflows takes a number of 0 or more", with(swap, "--workflows", "-1", file));
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertRefused(
                "whatif needs a command (parallel-tools, cache, swap, prompt-cache, early-tools; parallel, stream, async or batch with"
                        + " names of calls) or --target",
                "whatif");
        assertRefused("--limit takes a number of 1 or more", "whatif", "parallel-tools", "--limit", "0", run);
        assertRefused("--kinds agent is none of llm, tool", "whatif", "cache", "--kinds", "agent", run);
        assertRefused("there are calls of gpt", "whatif", "swap", "--from", "x", "--to", "y", run);
    }

    @Test
    void shouldRefuseAModelOfWhichNothingIsKnown() {
        assertRefused(
                "--to nosuch: there is no call of it, so its times are not known, and ",
                "whatif",
                "swap",
                "--from",
                "gpt",
                "--to",
                "nosuch",
                run);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("there are calls of gpt");
    }
}
