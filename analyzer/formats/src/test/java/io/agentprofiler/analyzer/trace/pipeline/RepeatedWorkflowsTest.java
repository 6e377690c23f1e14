// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.ReadTraces;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedWorkflowsTest {
    private static final Path SAMPLES = Path.of("src/test/resources");

    @TempDir
    private Path directory;

    private static List<String> trees(List<Path> inputs) throws Exception {
        return ReadTraces.of(inputs, false).traces().stream()
                .map(trace -> trace.id() + "\n" + ReadTraces.tree(trace))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "atif/nat-v17-exmp02.json",
                "atif/harbor-v15-terminus2-timeout.json",
                "atof/calculator.jsonl",
                "sessions/gemini.json",
                "sessions/mini-swe-agent.json",
                "sessions/rounds.jsonl",
                "sessions/claude.json",
                "sessions/codex.json"
            })
    void shouldCountACopyOnce(String sample) throws Exception {
        Path file = SAMPLES.resolve(sample);
        Path copy = Files.copy(file, directory.resolve("a-copy" + sample.substring(sample.lastIndexOf('.'))));
        Path packed = directory.resolve("packed" + sample.substring(sample.lastIndexOf('.')) + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        }
        List<String> once = trees(List.of(file));

        assertThat(once).isNotEmpty();
        assertThat(trees(List.of(file, copy))).isEqualTo(once);
        assertThat(trees(List.of(packed, copy, file))).isEqualTo(once);
        assertThat(trees(List.of(directory))).isEqualTo(once);
    }

    @Test
    void shouldCountWhatSeveralFormatsHoldOnce() throws Exception {
        Path session = SAMPLES.resolve("sessions/claude.json");
        Path otlp = directory.resolve("otlp.json");
        assertThat(new CommandRun().run("export", "otlp", "--out", otlp, session))
                .isZero();
        ReadTraces read = ReadTraces.of(List.of(otlp, session), false);

        assertThat(read.traces()).hasSize(2);
        assertThat(read.outcome().notes())
                .containsExactly(session + ": 2 workflows that another input holds, too: counted once");
    }

    @Test
    void shouldCountARunOnceThatIsLoggedAndConverted() throws Exception {
        Path log = SAMPLES.resolve("atof/calculator.jsonl");
        Path converted = SAMPLES.resolve("atif/nat-v17-exmp02.json");
        ReadTraces read = ReadTraces.of(List.of(log, converted), false);

        assertThat(read.traces()).hasSize(1);
        assertThat(read.outcome().notes())
                .containsExactly(converted + ": 1 workflow that another input holds, too: counted once");
        assertThat(ReadTraces.of(List.of(log, SAMPLES.resolve("atif/nat-v17-exmp01.json")), false)
                        .traces())
                .hasSize(2);
    }

    @Test
    void shouldCountTheAgentsOwnFilesAndTheirExportOnce() throws Exception {
        Path segment = TestRun.run("r")
                .trace(1)
                .span(1, 0, 0, 10, "agent", "A")
                .footer()
                .write(directory.resolve("segment-000001.jsonl"));
        Path otlp = directory.resolve("otlp.json");
        assertThat(new CommandRun().run("export", "otlp", "--out", otlp, segment))
                .isZero();

        assertThat(trees(List.of(segment, otlp))).isEqualTo(trees(List.of(segment)));
    }

    @Test
    void shouldTakeTheFileThatHoldsMore() throws Exception {
        List<String> lines = Files.readAllLines(SAMPLES.resolve("atof/calculator.jsonl"));
        Path torn = Files.write(directory.resolve("torn.jsonl"), lines.subList(0, 3));
        Path whole = SAMPLES.resolve("atof/calculator.jsonl");

        assertThat(trees(List.of(torn, whole))).isEqualTo(trees(List.of(whole)));
        assertThat(trees(List.of(whole, torn))).isEqualTo(trees(List.of(whole)));
    }
}
