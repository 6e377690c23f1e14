// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.atif.AtifSamples;
import io.agentprofiler.analyzer.formats.nat.NatCases;
import io.agentprofiler.analyzer.formats.otlp.OtlpSamples;
import io.agentprofiler.analyzer.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of this module on what other programs wrote: an answer, or one line that says why there is none. */
class OtherFormatsTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    static Stream<Path> samples() throws IOException {
        return Stream.concat(AtifSamples.all().stream(), OtlpSamples.all().stream());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldAnswer(Path sample) {
        List<List<Object>> commands = List.of(
                List.of("forecast", sample),
                List.of("forecast", "--format", "json", sample),
                List.of("size", sample),
                List.of("steps", sample),
                List.of("drift", sample, sample));
        for (List<Object> command : commands) {
            assertAnswered(command.toArray());
        }
    }

    static Stream<String> natCases() throws IOException {
        return NatCases.edgeNames().stream();
    }

    @ParameterizedTest
    @MethodSource("natCases")
    void shouldAnswerOddTracesOfNat(String name) throws IOException {
        Path input = Files.writeString(directory.resolve("traces.json"), NatCases.edgeInput(name));

        assertAnswered("size", "--users", 10, "--target-runtime", 5, input);
        assertAnswered("forecast", "--out", directory.resolve("out"), input);
    }

    static Stream<Integer> cutLengths() {
        return Stream.of(0, 1, 40, 300, 1000, 5000, 20_000);
    }

    @ParameterizedTest
    @MethodSource("cutLengths")
    void shouldSurviveACutFile(int length) throws IOException {
        Path input = Files.writeString(
                directory.resolve("cut.json"), NatCases.small().substring(0, length));

        assertAnswered("size", input);
        assertAnswered("forecast", input);
    }

    private void assertAnswered(Object... command) {
        int code = analyzer.run(command);
        String said = List.of(command) + "\n" + analyzer.out() + analyzer.err();
        assertThat(said).doesNotContain("internal error", "Exception", "\tat ", "NaN", "Infinity", "1970-01-01");
        if (code == ExitCode.OK) {
            assertThat(analyzer.out()).as(said).isNotBlank();
        } else {
            assertThat(code).as(said).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(analyzer.out()).as(said).isEmpty();
            assertThat(analyzer.err().lines().count()).as(said).isEqualTo(1);
        }
    }
}
