// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.export.atif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AtifExportTest {
    private static final Path SAMPLES = Path.of("src/test/resources/atif");

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    /** The tree holds every span with its times, tokens and state. */
    @ParameterizedTest
    @ValueSource(
            strings = {"nat-v17-exmp02.json", "phoenix-multi_tool_trajectory.json", "harbor-v15-openhands-hello.json"})
    void shouldReadBackWhatItWrites(String sample) throws Exception {
        analyzer.run("tree", SAMPLES.resolve(sample));
        String before = analyzer.out();
        for (String version : new String[] {"1.8", "1.5", "1.1"}) {
            Path file = directory.resolve(version + ".jsonl");
            int code =
                    analyzer.run("export", "atif", "--atif-version", version, "--out", file, SAMPLES.resolve(sample));

            assertThat(code).isEqualTo(ExitCode.OK);
            assertThat(Files.readString(file)).startsWith("{\"schema_version\":\"ATIF-v" + version + "\"");
            analyzer.run("tree", file);
            assertThat(analyzer.out()).isEqualTo(before);
        }
    }

    @Test
    void shouldWriteTextsOnlyWhereTheyAreAskedFor() throws Exception {
        Path sample = SAMPLES.resolve("nat-v17-exmp02.json");
        Path file = directory.resolve("out.jsonl");
        analyzer.run("export", "atif", "--out", file, sample);
        assertThat(Files.readString(file)).doesNotContain("3 + 4");
        analyzer.run("export", "atif", "--content", "--out", file, sample);
        assertThat(Files.readString(file)).contains("3 + 4");
    }

    @Test
    void shouldRefuseAnUnknownVersion() {
        analyzer.assertRefused(
                "--atif-version 2.0 is not known",
                "export",
                "atif",
                "--atif-version",
                "2.0",
                SAMPLES.resolve("nat-v17-exmp02.json"));
    }
}
