// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.output.Unseen;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace whose every text tries to paint the terminal, to turn the reading direction, or to be a formula. */
class HostileTextTest {
    /** As in JSON: escape sequences of one and of two bytes, overrides of direction, separators of lines. */
    private static final String EVIL =
            "=\\u001b[31m\\u009b31m\\u202e\\u2066\\u2028\\u2029\\u0085\\u007f\\u0007\\r\\n\\u061c";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path run;
    private Path other;

    @BeforeEach
    void writeRuns() {
        run = write("one", 0);
        other = write("two", 400);
    }

    private Path write(String name, double more) {
        TestRun evil = TestRun.bare()
                .line("{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"run\":\"" + name + EVIL
                        + "\",\"service\":\"s" + EVIL + "\",\"pid\":42,\"host\":\"h" + EVIL
                        + "\",\"jvm\":{\"version\":\"v" + EVIL + "\"},\"agent\":{\"version\":\"a" + EVIL
                        + "\"},\"clock\":{\"epoch_ns\":" + TestRun.EPOCH + ",\"nano\":0},\"settings\":{}}")
                .line("{\"event\":\"BACKEND\",\"t\":" + TestRun.at(5) + ",\"endpoint\":\"e" + EVIL
                        + "\",\"up\":true,\"server\":\"v" + EVIL + "\",\"model\":\"m" + EVIL
                        + "\",\"engines\":1,\"running\":8,\"waiting\":3}");
        double now = 0;
        for (int i = 0; i < 8; i++) {
            String blocks = ",\"agentprofiler.prompt.blocks\":{\"hashes\":\"abcdef0" + i + "\",\"hash_chars\":4,"
                    + "\"block_bytes\":64,\"bytes\":100}";
            evil.trace(i + 1)
                    .start(
                            1,
                            0,
                            now,
                            "agent",
                            "=a" + EVIL,
                            "\"gen_ai.agent.name\":\"=g" + EVIL + "\",\"gen_ai.conversation.id\":\"@c" + EVIL + "\"")
                    .start(
                            2,
                            1,
                            now,
                            "llm",
                            "=l" + EVIL,
                            "\"gen_ai.request.model\":\"+m" + EVIL + "\",\"gen_ai.provider.name\":\"-p" + EVIL + "\""
                                    + blocks)
                    .end(
                            2,
                            now + 100 + more,
                            "ok",
                            ",\"attributes\":{\"gen_ai.response.model\":\"=r" + EVIL
                                    + "\",\"gen_ai.response.finish_reasons\":[\"=f" + EVIL + "\"],"
                                    + "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100}")
                    .start(3, 1, now + 100 + more, "tool", "=t" + EVIL, "\"gen_ai.tool.name\":\"=n" + EVIL + "\"")
                    .end(
                            3,
                            now + 300 + more,
                            "error",
                            ",\"error\":{\"type\":\"=E" + EVIL + "\",\"message\":\"=M" + EVIL + "\"}")
                    .end(1, now + 310 + more);
            now += 1000;
        }
        return evil.line(
                        "{\"event\":\"FOOTER\",\"emitted\":{},\"written\":{},\"dropped\":{},\"queued\":{},\"started\":24,"
                                + "\"ended\":24,\"open\":0,\"abandoned\":0,\"absorbed\":0,\"rules\":[{\"rule\":\"x"
                                + EVIL
                                + "\",\"state\":\"off\",\"faults\":100}]}")
                .write(directory.resolve(name + "/segment-000001.jsonl"))
                .getParent();
    }

    private static void assertSeen(String what, String text) {
        List<Integer> unseen = text.codePoints()
                .filter(point -> point != '\n' && Unseen.is(point))
                .boxed()
                .distinct()
                .toList();
        assertThat(unseen.stream().map(Integer::toHexString)).as(what).isEmpty();
    }

    private void assertPrintsOnlyText(String command) {
        Stream<Object> arguments = Stream.of(command.split(" "))
                .map(word -> word.equals("RUN") ? run : word.equals("OTHER") ? other : word);
        analyzer.run(arguments.toArray());
        assertThat(analyzer.out() + analyzer.err()).as(command).isNotEmpty();
        assertSeen(command, analyzer.out());
        assertSeen(command, analyzer.err());
    }

    @Test
    void shouldPrintNothingThatATerminalActsOn() {
        Stream.of(
                        "report RUN",
                        "tree RUN",
                        "waterfall RUN",
                        "flame RUN",
                        "flame --by tokens RUN",
                        "tree --format json RUN",
                        "waterfall --format html RUN",
                        "flame --format markdown RUN",
                        "tokens RUN",
                        "tokens --format json RUN",
                        "prefix RUN",
                        "prefix --format json RUN",
                        "whatif cache RUN",
                        "whatif cache --format json RUN",
                        "whatif parallel * RUN",
                        "whatif stream * --format json RUN",
                        "whatif parallel-tools --all RUN",
                        "whatif prompt-cache --format json RUN",
                        "whatif swap --from nothing --to other RUN",
                        "diff RUN OTHER",
                        "diff --format json RUN OTHER",
                        "diff --format markdown RUN OTHER",
                        "diff --format html RUN OTHER",
                        "verify --expect time<=-10% RUN OTHER",
                        "verify --expect each:time<=-10% --format markdown RUN OTHER",
                        "gate --max-model-calls 0 --no-failures --no-findings low RUN",
                        "gate --max-model-calls 0 --format json RUN",
                        "gate --max-model-calls 0 --format markdown RUN OTHER",
                        "gate --max-model-calls 0 --format html RUN OTHER",
                        "forecast RUN",
                        "size --concurrency 1 RUN",
                        "size RUN OTHER")
                .forEach(this::assertPrintsOnlyText);
    }

    @Test
    void shouldWriteNothingThatATerminalActsOn() throws IOException {
        Path out = directory.resolve("out");
        assertThat(analyzer.run("report", "--out", out, run)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        assertThat(analyzer.run("report", "--out", out, "--format", "nat", run))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.run("diff", "--out", out, run, other))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.run("tokens", "--out", out, run)).as(analyzer.err()).isEqualTo(ExitCode.OK);

        try (Stream<Path> files = Files.list(out)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.matches(".*\\.(json|md|html|txt)")) {
                    assertSeen(name, Files.readString(file));
                }
            }
        }
    }

    @Test
    void shouldWriteNoCellThatASpreadsheetComputes() throws IOException {
        Path out = directory.resolve("out");
        assertThat(analyzer.run("report", "--out", out, run)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        assertThat(analyzer.run("report", "--out", out, "--format", "nat", run))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.run("tokens", "--out", out, run)).as(analyzer.err()).isEqualTo(ExitCode.OK);

        for (String file : List.of("spans.csv", "calls.csv", "standardized_data_all.csv")) {
            String text = Files.readString(out.resolve(file));
            assertThat(text).as(file).contains("'=").doesNotContain(",=", ",\"=", "\n=", ",@", ",\"@", ",\"+", ",\"-");
        }
    }
}
