// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The installation documents name this version and these files. */
class DocumentsIT {
    /** Coordinates and images, with the version that they name. */
    private static final Pattern NAMED = Pattern.compile(
            "(io\\.agentprofiler:agent-profiler(?:-analyzer)?|ghcr\\.io/agentprofiler/agent-profiler):([\\w.-]*\\w)");

    private static List<MatchResult> named(String file) throws IOException {
        return NAMED.matcher(Files.readString(Made.ROOT.resolve(file)))
                .results()
                .toList();
    }

    @Test
    void shouldNameTheVersionToGet() throws IOException {
        assertThat(named("docs/start/install.md")).hasSizeGreaterThan(4);
        for (String file : List.of("README.md", "docs/start/install.md")) {
            assertThat(named(file)).as(file).allMatch(match -> match.group(2).equals(Made.VERSION));
        }
    }

    @Test
    void shouldSayWhatChanged() {
        assertThat(Made.ROOT.resolve("CHANGELOG.md"))
                .content()
                .contains("## [Unreleased]\n", "## [" + Made.VERSION + "]", "[" + Made.VERSION + "]: https://");
    }

    @Test
    void shouldFillInTheFormula() throws IOException {
        Path formula = Made.DOWNLOADS.resolve("agent-profiler.rb");

        for (String jar : List.of("analyzer.jar", "agent-profiler.jar")) {
            assertThat(formula)
                    .content()
                    .contains("/releases/download/v" + Made.VERSION + "/" + jar + "\"\n")
                    .contains("sha256 \"" + Checksum.SHA256.of(Made.DOWNLOADS.resolve(jar)) + "\"");
        }
        assertThat(formula).content().doesNotContain("@VERSION@", "@SHA256");
    }

    @Test
    void shouldFillInTheCatalog() {
        assertThat(Made.DOWNLOADS.resolve("jbang-catalog.json"))
                .content()
                .contains("\"script-ref\": \"io.agentprofiler:agent-profiler-analyzer:" + Made.VERSION + "\"");
    }

    /** The image is to be pulled at the start of every pod: the jar, and a base of two megabytes. */
    @Test
    void shouldFitTheImageInto20Megabytes() throws IOException {
        int base = 2_000_000;

        assertThat(base + Files.size(Made.DOWNLOADS.resolve("agent-profiler.jar")))
                .isLessThan(20_000_000);
        assertThat(Made.ROOT.resolve("integration-tests/release/packaging/Containerfile"))
                .content()
                .contains(
                        "ARG BASE=docker.io/library/busybox:",
                        "COPY --chmod=0644 agent-profiler.jar /agent-profiler.jar");
    }
}
