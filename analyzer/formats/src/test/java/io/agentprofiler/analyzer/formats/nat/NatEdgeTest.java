// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every odd input gives a result or one clear line, in every command that reads it; NatParityTest writes NAT's files of each. */
class NatEdgeTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    static Stream<String> cases() throws IOException {
        return NatCases.edgeNames().stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldGiveAResultOrOneClearLine(String name) throws IOException {
        Path input = Files.writeString(directory.resolve("traces.json"), NatCases.edgeInput(name));
        Path out = directory.resolve("out");
        assertAnswered(analyzer.run("report", "--out", out, "--format", "scores,profile", input), input);
        assertAnswered(analyzer.run("tree", input), input);
    }

    private void assertAnswered(int code, Path input) {
        assertThat(analyzer.err()).doesNotContain("internal error", "Exception", "\tat ");
        assertThat(analyzer.out()).doesNotContain("Exception", "NaN", "Infinity");
        if (code == ExitCode.OK) {
            assertThat(analyzer.out()).isNotBlank();
            assertThat(analyzer.err()).isEmpty();
        } else {
            assertThat(code).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(analyzer.out()).isEmpty();
            assertThat(analyzer.err().lines())
                    .hasSize(1)
                    .first()
                    .asString()
                    .matches("analyzer: (the input|" + Pattern.quote(input.toString()) + ").*");
        }
    }

    @ParameterizedTest
    @MethodSource("cutLengths")
    void shouldSurviveACutFile(int length) throws IOException {
        String whole = NatCases.small();
        Path input = Files.writeString(directory.resolve("cut.json"), whole.substring(0, length));
        assertAnswered(analyzer.run("report", input), input);
        assertAnswered(analyzer.run("tree", input), input);
    }

    static Stream<Integer> cutLengths() {
        return Stream.of(0, 1, 40, 300, 1000, 5000, 20_000);
    }
}
