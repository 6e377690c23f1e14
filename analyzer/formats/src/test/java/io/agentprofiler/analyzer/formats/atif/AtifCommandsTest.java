// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

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

/** Every command answers about trajectories, without figures that nobody measured. */
class AtifCommandsTest {
    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    static Stream<Path> samples() throws IOException {
        return AtifSamples.all().stream();
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
                List.of("flame", "--by", "tokens", sample),
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
            assertThat(said).doesNotContain("internal error", "Exception", "\tat ", "NaN", "Infinity", "1970-01-01");
            if (code != ExitCode.OK) {
                assertThat(code).as(said).isEqualTo(ExitCode.BAD_INPUT);
                assertThat(analyzer.err().lines().count()).as(said).isEqualTo(1);
            }
        }
    }

    @Test
    void shouldClaimNoTimeWhereNoneWasMeasured() {
        Path sample = AtifSamples.DIRECTORY.resolve("phoenix-multi_tool_trajectory.json");
        analyzer.run("report", "--all", sample);

        assertThat(analyzer.out())
                .contains("9,150", "whose length is estimated from moments")
                .doesNotContain("0 ns", "-100", "Critical path", "one after another");
        analyzer.run("tree", sample);
        assertThat(analyzer.out()).contains("about 14.0 s", "estimated");
        analyzer.run("whatif", "parallel-tools", sample);
        assertThat(analyzer.out()).contains("the files do not say how long they took");
    }

    @Test
    void shouldDrawNothingWithoutTimes() {
        analyzer.run("tree", AtifSamples.DIRECTORY.resolve("harbor-v15-openhands-hello.json"));

        assertThat(analyzer.out())
                .contains("length not known", "when is not known")
                .doesNotContain("0 ns");
        analyzer.run("report", "--all", AtifSamples.DIRECTORY.resolve("harbor-v15-openhands-hello.json"));
        assertThat(analyzer.out()).contains("in 220").doesNotContain("0 ns", "until 1970");
    }

    @Test
    void shouldSayWhatBelongsToNoCall() {
        analyzer.run("report", "--all", AtifSamples.DIRECTORY.resolve("harbor-v15-terminus2-timeout.json"));

        assertThat(analyzer.out()).contains("100 input tokens and 30 output tokens");
    }
}
