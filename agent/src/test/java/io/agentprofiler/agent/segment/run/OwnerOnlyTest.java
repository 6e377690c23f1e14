// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.agentprofiler.shared.OwnerOnly;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OwnerOnlyTest {
    @ParameterizedTest
    @EnumSource
    void shouldMakeFilesAndDirectoriesThatAreTheOwnersOnly(MemorySystem system) throws IOException {
        Path home = system.open();

        OwnerOnly.createFile(home.resolve("file"));
        OwnerOnly.createDirectory(home.resolve("directory"));
        OwnerOnly.createDirectories(home.resolve("a").resolve("b"));

        assertThat(system.access(home.resolve("file"))).isEqualTo(system.privateFile());
        assertThat(system.access(home.resolve("directory"))).isEqualTo(system.privateDirectory());
        assertThat(system.access(home.resolve("a").resolve("b"))).isEqualTo(system.privateDirectory());
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeNothingThatIsThere(MemorySystem system) throws IOException {
        Path home = system.open();
        Path link = Files.createSymbolicLink(home.resolve("link"), home.resolve("target"));

        assertThatThrownBy(() -> OwnerOnly.createFile(link)).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> OwnerOnly.createDirectory(home)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(home.resolve("target")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    void shouldTrustOwnersWhereTheyArePlain(MemorySystem system) {
        assertThat(OwnerOnly.isOwnerPlain(system.open())).isEqualTo(system != MemorySystem.WINDOWS);
        assertThat(OwnerOnly.hasOwners(system.open())).isTrue();
    }

    /** A memory card, for example. */
    @Test
    void shouldMakeOrdinaryFilesWhereThereAreNoPermissions() throws IOException {
        Path home = Jimfs.newFileSystem(Configuration.windows()).getPath("C:\\work");

        OwnerOnly.createFile(home.resolve("file"));
        OwnerOnly.createDirectory(home.resolve("directory"));

        assertThat(home.resolve("file")).isRegularFile();
        assertThat(home.resolve("directory")).isDirectory();
        assertThat(OwnerOnly.hasOwners(home)).isFalse();
    }
}
