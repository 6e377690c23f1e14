// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListCommandTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    @BeforeEach
    void writeRuns() throws IOException {
        TestRun.run("a-1")
                .span(1, 0, 0, 1500, "agent", "work")
                .trace(2)
                .start(1, 0, 1500, "agent", "work")
                .end(1, 2000, "error", "")
                .footer()
                .write(directory.resolve("a-1/segment-000001.jsonl"));
        TestRun.run("b-2")
                .start(1, 0, 0, "agent", "work")
                .start(2, 1, 250, "tool", "search")
                .write(directory.resolve("b-2/segment-000001.jsonl.open"));
        Files.createFile(directory.resolve("b-2/.lock"));
        TestRun.run("c-3").span(1, 0, 0, 10, "agent", "work").write(directory.resolve("c-3/segment-000001.jsonl"));
    }

    @Test
    void shouldListTheRunsNewestFirst() {
        assertThat(analyzer.run("list", directory)).isEqualTo(ExitCode.OK);

        assertThat(analyzer.out().replaceAll("(\\d+ B|\\d+\\.\\d+ KB)", "SIZE").replaceAll(" +", " "))
                .isEqualTo("""
                # run service started (UTC) length workflows failed events size state
                1 c-3 shop 2025-06-15 15:06:40 10.0 ms 1 2 SIZE no end
                2 b-2 shop 2025-06-15 15:06:40 250 ms 1 2 SIZE killed
                3 a-1 shop 2025-06-15 15:06:40 2.00 s 2 1 4 SIZE closed
                --run ID (or --run with a number of this list) makes every command read that run.
                """);
        assertThat(analyzer.err()).isEmpty();
    }

    @Test
    void shouldTellARunThatIsBeingWritten() throws IOException {
        try (FileChannel channel = FileChannel.open(directory.resolve("b-2/.lock"), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(analyzer.run("list", "--run", "b-2", directory)).isZero();
            assertThat(analyzer.out()).contains("running").doesNotContain("killed", "a-1");
        }
    }

    @Test
    void shouldPrintJson() {
        assertThat(analyzer.run("list", "--format", "json", directory.resolve("a-1")))
                .isZero();

        assertThat(analyzer.out().replaceAll("\"bytes\":\\d+", "\"bytes\":SIZE"))
                .isEqualTo(
                        ("{\"format\":\"agent-profiler-runs/1\",\"runs\":[{\"number\":1,\"run\":\"a-1\",\"service\":\"shop\","
                                        + "\"started_ns\":%d,\"length_ns\":2000000000,\"workflows\":2,\"failed\":1,\"ok_with_failures\":0,\"events\":4,"
                                        + "\"bytes\":SIZE,\"state\":\"closed\",\"directory\":\"%s\"}],\"data_notes\":[]}\n")
                                .formatted(TestRun.EPOCH, directory.resolve("a-1")));
    }

    @Test
    void shouldListOnlyTheRunsThatAreMeant() {
        assertThat(runs("--where", "status=failed")).containsExactly("a-1");
        assertThat(runs("--failed")).containsExactly("a-1");
        assertThat(runs("--where", "tool=search")).containsExactly("b-2");
        assertThat(runs("--where", "tool=pay")).isEmpty();
    }

    @Test
    void shouldListRunsInTheOrderAskedFor() {
        assertThat(runs("--sort", "duration")).containsExactly("a-1", "b-2", "c-3");
        assertThat(runs("--sort", "cost")).containsExactly("c-3", "b-2", "a-1");
    }

    private List<String> runs(String... options) {
        List<Object> arguments = new ArrayList<>(List.of("list", directory, "--format", "csv"));
        arguments.addAll(List.of(options));
        assertThat(analyzer.run(arguments.toArray())).as(analyzer.err()).isZero();
        return analyzer.out().lines().skip(1).map(line -> line.split(",")[1]).toList();
    }

    @Test
    void shouldPrintMarkdownAndHtml() {
        assertThat(analyzer.run("list", "--format", "markdown", directory)).isZero();
        assertThat(analyzer.out()).contains("<code>a-1</code>", "**killed**");
        assertThat(analyzer.run("list", "--format", "html", directory)).isZero();
        assertThat(analyzer.out()).contains(">a-1<");
    }

    @Test
    void shouldListRunsOfWhichNothingCanBeRead() throws IOException {
        Files.writeString(
                directory.resolve("c-3/segment-000001.jsonl"),
                "{\"event\":\"HEADER\",\"format\":\"agent-profiler/7\",\"run\":\"c-3\"}\n");

        assertThat(analyzer.run("list", directory)).isZero();
        assertThat(analyzer.out())
                .containsPattern("(?m)^\\d +c-3 .* unreadable$")
                .containsPattern("(?m)^! .*c-3/segment-000001.jsonl: written in format agent-profiler/7");
    }
}
