// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DirectoriesTest {
    @Test
    void shouldNameWhatLiesOnTheDisk(@TempDir Path directory) throws IOException {
        shouldName(directory);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameWhatLiesElsewhere(MemorySystem system) throws IOException {
        shouldName(system.open());
    }

    private static void shouldName(Path directory) throws IOException {
        assertThat(Directories.names(directory)).isEmpty();
        Files.createFile(directory.resolve("a file"));
        Files.createFile(Files.createDirectory(directory.resolve("folder")).resolve("deeper"));

        assertThat(Directories.names(directory)).containsExactlyInAnyOrder("a file", "folder");
    }

    @Test
    void shouldRefuseWhatIsNoDirectory(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> Directories.names(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is no directory, or cannot be listed");
        assertThatThrownBy(() -> Directories.names(directory.resolve("missing")))
                .isInstanceOf(IOException.class);
    }
}
