// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.boot.Core.StopFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopFileTest {
    @TempDir
    private Path directory;

    @Test
    void shouldSeeTheFileWhenItIsMade() throws IOException {
        StopFile stop = new StopFile(directory);
        assertThat(stop.isThere()).isFalse();
        Files.createFile(directory.resolve("STOP"));
        assertThat(stop.isThere()).isTrue();
        assertThat(stop).hasToString(directory.resolve("STOP").toString());
    }

    @Test
    void shouldTakeADirectoryOfThatNameToo() throws IOException {
        Files.createDirectory(directory.resolve("STOP"));
        assertThat(new StopFile(directory).isThere()).isTrue();
    }

    @Test
    void shouldLookNowhereWithoutADirectory() {
        assertThat(new StopFile(Path.of("does/not/exist")).isThere()).isFalse();
    }
}
