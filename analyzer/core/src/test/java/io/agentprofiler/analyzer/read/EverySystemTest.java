// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.testing.ReadTraces;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs found and read on file systems with the rules of each system. */
class EverySystemTest {
    /** A file system in memory. */
    enum MemorySystem {
        LINUX(Configuration.unix(), "/srv/my work"),
        MACOS(Configuration.osX(), "/Users/me/my work"),
        WINDOWS(Configuration.windows(), "C:\\Users\\me\\my work");

        private final Configuration configuration;
        private final String home;

        MemorySystem(Configuration configuration, String home) {
            this.configuration = configuration;
            this.home = home;
        }

        FileSystem open() {
            return Jimfs.newFileSystem(configuration);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindAndReadRunsInAllTheirForms(MemorySystem system) throws Exception {
        try (FileSystem files = system.open()) {
            Path base = files.getPath(system.home, "agent-profile");
            Path first = base.resolve("shop-1-20261123T080000.000Z");
            Path second = base.resolve("shop-2-20261123T090000.000Z");
            segment("a", 1).write(first.resolve("segment-000001.jsonl"));
            pack(segment("a", 2).write(first.resolve("segment-000002.jsonl")));
            segment("b", 3).write(second.resolve("segment-000001.jsonl.open"));
            Files.createFile(second.resolve(".lock"));
            Files.createFile(second.resolve("STOP"));

            Inputs inputs = InputFiles.find(List.of(base));

            assertThat(inputs.runs()).extracting(RunFiles::run).containsExactly("a", "b");
            assertThat(inputs.notes()).isEmpty();
            Runs runs = Runs.of(inputs);
            assertThat(runs.runs()).extracting(Runs.Run::directory).containsExactlyInAnyOrder(first, second);
            assertThat(ReadTraces.of(first, false).only().spans()).hasSize(2);
            assertThat(ReadTraces.of(second.resolve("segment-000001.jsonl.open"), false)
                            .traces())
                    .hasSize(1);
        }
    }

    /** What a user types, and what the system takes for the same. */
    @ParameterizedTest
    @EnumSource
    void shouldReadAFileOnceHoweverItIsWritten(MemorySystem system) throws Exception {
        try (FileSystem files = system.open()) {
            Path base = files.getPath(system.home, "agent-profile");
            Path segment = segment("a", 1).write(base.resolve("run").resolve("segment-000001.jsonl"));
            Path detour = base.resolve("run").resolve("..").resolve("run").resolve("segment-000001.jsonl");

            assertThat(InputFiles.find(List.of(segment, detour)).runs())
                    .singleElement()
                    .satisfies(run -> assertThat(run.files()).hasSize(1));
            if (system != MemorySystem.LINUX) {
                Path shouted = base.resolve("RUN").resolve("SEGMENT-000001.JSONL");
                assertThat(InputFiles.find(List.of(segment, shouted)).runs())
                        .singleElement()
                        .satisfies(run -> assertThat(run.files()).hasSize(1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayWhatIsNotThere(MemorySystem system) throws Exception {
        try (FileSystem files = system.open()) {
            Path missing = files.getPath(system.home, "missing");

            assertThatThrownBy(() -> InputFiles.find(List.of(missing)))
                    .hasMessageContaining(missing + ": no such file or directory");
        }
    }

    private static TestRun segment(String run, int trace) {
        return TestRun.run(run).span(trace, 0, 0, 5, "agent", "root").footer();
    }

    private static void pack(Path file) throws IOException {
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(file.resolveSibling(file.getFileName() + ".gz")))) {
            Files.copy(file, out);
        }
        Files.delete(file);
    }
}
