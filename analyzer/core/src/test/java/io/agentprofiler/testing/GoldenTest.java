// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void writeAFile() throws IOException {
        file = Files.writeString(directory.resolve("report.txt"), "one\ntwo\nthree\nfour\nfive\nsix\n");
    }

    @Test
    void shouldAcceptTheSameText() {
        Golden.at(file).assertIs("one\ntwo\nthree\nfour\nfive\nsix\n", false);
        Golden.at(file).assertIs("one\ntwo\nthree\nfour\nfive\nsix\n", true);
    }

    @Test
    void shouldShowWhichLinesDiffer() {
        assertThatThrownBy(() -> Golden.at(file).assertIs("one\ntwo\nthree\nfour\n5\nsix\n", false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dgolden.write=true")
                .hasMessageContaining("\n four\n-five\n+5\n six\n")
                .hasMessageNotContaining("one");
        assertThat(file).hasContent("one\ntwo\nthree\nfour\nfive\nsix\n");
    }

    @Test
    void shouldSeeALineBreakThatIsMissingAtTheEnd() {
        assertThatThrownBy(() -> Golden.at(file).assertIs("one\ntwo\nthree\nfour\nfive\nsix", false))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldWriteWhatWasPrintedAndSayThatItDid() {
        Path missing = directory.resolve("new/tree.txt");

        assertThatThrownBy(() -> Golden.at(file).assertIs("other\n", true))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("report.txt was written");
        assertThatThrownBy(() -> Golden.at(missing).assertIs("tree\n", true)).isInstanceOf(AssertionError.class);

        assertThat(file).hasContent("other\n");
        assertThat(missing).hasContent("tree\n");
        Golden.at(file).assertIs("other\n", false);
    }

    @Test
    void shouldFailWhereTheFileIsMissing() {
        assertThatThrownBy(() -> Golden.at(directory.resolve("none.txt")).assertIs("text\n", false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("none.txt")
                .hasMessageContaining("+text");
    }
}
