// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.export.ReportFigures;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.math.RoundingMode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollapsedStacksTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** Reads stacks back: the number after the last space, frames between semicolons, names without their escapes. */
    private Map<List<String>, Long> stacks(Object... arguments) {
        assertThat(analyzer.run(Stream.concat(Stream.of("export", "collapsed"), Stream.of(arguments))
                        .toArray()))
                .as(analyzer.err())
                .isZero();
        Map<List<String>, Long> stacks = new HashMap<>();
        analyzer.out().lines().forEach(line -> {
            assertThat(line).matches("[^\\p{Cntrl}]+ [1-9][0-9]*");
            int space = line.lastIndexOf(' ');
            List<String> frames = Stream.of(line.substring(0, space).split(";", -1))
                    .map(frame -> URLDecoder.decode(frame.replace("+", "%2B"), StandardCharsets.UTF_8))
                    .toList();
            stacks.merge(frames, Long.parseLong(line.substring(space + 1)), Long::sum);
        });
        return stacks;
    }

    private static long sum(Map<List<String>, Long> stacks) {
        return stacks.values().stream().mapToLong(Long::longValue).sum();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldAddUpToTheReportsTotals(long seed) throws IOException {
        Path run = ExportRun.random(new Random(seed), 25).write(directory.resolve("run/segment-000001.jsonl"));
        ReportFigures report = new ReportFigures(run, directory.resolve("report"));

        assertThat(sum(stacks(run))).isEqualTo(report.sum("self_ns"));
        assertThat(sum(stacks("--by", "tokens", run)))
                .isEqualTo(report.sum("input_tokens") + report.sum("output_tokens"));
        assertThat(sum(stacks("--by", "cost", run)))
                .isEqualTo(report.cost()
                        .movePointRight(6)
                        .setScale(0, RoundingMode.HALF_UP)
                        .longValueExact());
    }

    @Test
    void shouldBeTheFlameGraphsPaths() throws IOException {
        Path run = ExportRun.random(new Random(9), 25).write(directory.resolve("run/segment-000001.jsonl"));
        Map<List<String>, Long> expected = new HashMap<>();
        assertThat(analyzer.run("flame", "--format", "json", run)).isZero();
        Path flame = Files.writeString(directory.resolve("flame.json"), analyzer.out());
        for (Json path : Json.read(flame).get("paths").items()) {
            if (path.get("own").count() > 0) {
                expected.merge(
                        path.get("path").items().stream().map(Json::text).toList(),
                        path.get("own").count(),
                        Long::sum);
            }
        }

        assertThat(stacks(run)).isEqualTo(expected);
    }

    @Test
    void shouldCountWhatASpanItselfAllocated() throws IOException {
        Path run = TestRun.run("shop-1")
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "tool", "find")
                .start(3, 2, 0, "function", "step")
                .start(4, 3, 0, "llm", "chat")
                .end(4, 5, "ok", ",\"alloc_bytes\":300")
                .end(3, 6)
                .end(2, 10, "ok", ",\"alloc_bytes\":1000")
                .end(1, 20, "ok", ",\"alloc_bytes\":5000")
                .footer()
                .write(directory.resolve("run/segment-000001.jsonl"));

        assertThat(stacks("--by", "bytes", run))
                .isEqualTo(Map.of(
                        List.of("A"), 4000L,
                        List.of("A", "find"), 700L,
                        List.of("A", "find", "step", "chat"), 300L));
    }

    @Test
    void shouldEscapeWhatEndsAFrameOrALine() {
        Path run = TestRun.run("shop-1")
                .span(1, 0, 0, 1, "agent", "a;b %3B\\nc \\u202e é 10")
                .span(2, 0, 0, 2, "tool", " ")
                .footer()
                .write(directory.resolve("run/segment-000001.jsonl"));

        assertThat(stacks(run).keySet()).containsExactlyInAnyOrder(List.of("a;b %3B\nc \u202e é 10"), List.of("tool"));
        assertThat(analyzer.out()).contains("a%3Bb %253B%0Ac %E2%80%AE é 10 1000000\n", "tool 2000000\n");
    }

    @Test
    void shouldWriteWhereItIsToldTo() throws IOException {
        Path run = SampleRun.get().write(directory.resolve("run/segment-000001.jsonl"));
        Path out = Files.createDirectory(directory.resolve("out"));

        assertThat(analyzer.run("export", "collapsed", "--by", "tokens", "--out", out, run))
                .isZero();

        assertThat(analyzer.out())
                .isEqualTo("Written: " + out.resolve("tokens.collapsed") + ", 2 workflows, 9 spans\n");
        assertThat(Files.readString(out.resolve("tokens.collapsed")))
                .isEqualTo("Support.answer;chat gpt 1280\nSupport.answer;execute_tool find;embed 9\n");
        analyzer.assertRefused(
                "--by takes time, tokens, cost or bytes, not 'love'", "export", "collapsed", "--by", "love", run);
        analyzer.assertRefused(
                "cannot write to " + run.resolve("x"), "export", "collapsed", "--out", run.resolve("x"), run);
        analyzer.assertRefused(
                directory.resolve("none") + ": no such file", "export", "collapsed", directory.resolve("none"));
        analyzer.assertRefused("export needs a format: ", "export");
    }
}
