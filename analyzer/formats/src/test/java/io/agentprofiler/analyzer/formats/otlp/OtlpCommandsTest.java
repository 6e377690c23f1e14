// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command answers about other producers' spans. */
class OtlpCommandsTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    static Stream<Path> samples() throws IOException {
        return OtlpSamples.all().stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldAnswer(Path sample) {
        List<List<Object>> commands = List.of(
                List.of("report", sample),
                List.of("report", "--all", sample),
                List.of("report", "--out", directory.resolve("out"), sample),
                List.of("tree", sample),
                List.of("waterfall", sample),
                List.of("flame", sample),
                List.of("tokens", sample),
                List.of("prefix", sample),
                List.of("list", sample),
                List.of("diff", sample, sample),
                List.of("whatif", "cache", sample),
                List.of("whatif", "prompt-cache", sample),
                List.of("whatif", "parallel-tools", sample),
                List.of("whatif", "early-tools", sample));
        for (List<Object> command : commands) {
            int code = analyzer.run(command.toArray());
            String said = command + "\n" + analyzer.out() + analyzer.err();
            assertThat(said).doesNotContain("internal error", "\tat ", "NaN", "Infinity", "1970-01-01");
            if (code != ExitCode.OK) {
                assertThat(code).as(said).isEqualTo(ExitCode.BAD_INPUT);
                assertThat(analyzer.err().lines().count()).as(said).isEqualTo(1);
            }
        }
    }

    @Test
    void shouldCountTokensOnceInTheTotals() {
        analyzer.run("tokens", OtlpSamples.DIRECTORY.resolve("openinference-in-traceloop.jsonl"));

        assertThat(analyzer.out()).contains("in 367", "192 of them cached", "out 90", "5 calls");
    }

    @Test
    void shouldFindTheSameFileUnchanged() {
        Path json = OtlpSamples.DIRECTORY.resolve("openinference-openai.jsonl");
        Path proto = OtlpSamples.DIRECTORY.resolve("openinference-openai.binpb");
        analyzer.run("tokens", json);
        String tokens = analyzer.out();
        analyzer.run("tokens", proto);

        assertThat(analyzer.out()).isEqualTo(tokens);
    }

    @Test
    void shouldSayThatWorkWentOnAfterTheFirstSpan() {
        Path sample = OtlpSamples.DIRECTORY.resolve("root-ends-first.json");
        String trace = "cccccccccccccccccccccccccccccccc";
        String note =
                "work went on until 8.00 s, after the first span had ended (run time 20.0 ms, trace " + trace + ")";

        analyzer.run("report", "--all", sample);
        assertThat(analyzer.out())
                .contains("Run time   20.0 ms · work went on until 8.00 s\n")
                .containsSubsequence("! work went on until 8.00 s, after the first span had ended", trace);
        analyzer.run("report", sample);
        assertThat(analyzer.out()).contains("Run time   20.0 ms · work went on until 8.00 s\n");
        analyzer.run("report", "--format", "json", sample);
        assertThat(analyzer.out()).contains(note).contains("\"work_until_max_ns\":8000000000");
        analyzer.run("tree", sample);
        assertThat(analyzer.out()).contains("20.0 ms · work went on until 8.00 s · ok · 3 spans");
        analyzer.run("waterfall", sample);
        assertThat(analyzer.out()).contains("20.0 ms · work went on until 8.00 s · ok · 3 spans");
    }
}
