// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerDirectivesTest {
    @TempDir
    private Path dir;

    /** A process that halts while the JVM reads the directives leaves no file. */
    @Test
    void shouldHandOverAFileThatHasNoName() throws Exception {
        assumeTrue(Files.isDirectory(CompilerDirectives.DESCRIPTORS));
        Path file = dir.resolve("directives");
        try (FileChannel channel = CompilerDirectives.openUnnamed(file)) {
            channel.write(ByteBuffer.wrap(new byte[] {'[', ']'}));

            assertThat(file).doesNotExist();
            assertThat(CompilerDirectives.descriptor(file)).hasContent("[]");
        }
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void shouldTellWhatEachDirectiveIsFor() {
        assertThat(CompilerDirectives.matching("""
                Directive:
                 matching: a/b/*.*, a/c/D.e
                 c1 directives:
                  inline: -a/b/X.*
                Directive: (default)
                 matching: *.*
                """)).containsExactly("a/b/*.*, a/c/D.e", "*.*");
    }
}
