// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The documentation's site is built without a warning: every page is in its menu, and every link and anchor leads somewhere. MkDocs comes
 * from PyPI, with fixed versions, where there is a Python with pip; else the test is skipped.
 */
class SiteIT {
    private static final Path SOURCES = Made.ROOT.resolve("docs/site");
    private static final Path TOOLS = Made.ROOT.resolve("integration-tests/release/target/site-tools");
    private static final Path SITE = Made.RELEASE.resolve("site");

    private record Answer(int code, String text) {}

    private static Answer python(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("python3", "-m"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PYTHONPATH", TOOLS.toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), text);
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            return python("pip", "--version").code() == 0;
        } catch (IOException e) {
            // there is no python3 on the path
            return false;
        }
    }

    private static void expect(Answer answer) {
        assertThat(answer.code()).as(answer.text()).isZero();
    }

    /** Fetches MkDocs, unless it is there in these versions. */
    private static void fetchTools() throws IOException, InterruptedException {
        Path requirements = SOURCES.resolve("requirements.txt");
        Path done = TOOLS.resolve("requirements.txt");
        if (Files.exists(done) && Files.mismatch(requirements, done) < 0) {
            return;
        }
        expect(python(
                "pip",
                "install",
                "--quiet",
                "--no-deps",
                "--upgrade",
                "--target",
                TOOLS.toString(),
                "--requirement",
                requirements.toString()));
        Files.copy(requirements, done, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void shouldBuildTheSiteWithoutAWarning() throws IOException, InterruptedException {
        assumeThat(hasPython()).as("there is a python3 with pip").isTrue();
        fetchTools();

        expect(python(
                "mkdocs",
                "build",
                "--quiet",
                "--strict",
                "--config-file",
                SOURCES.resolve("mkdocs.yml").toString(),
                "--site-dir",
                SITE.toString()));

        for (String page : List.of("index.html", "start/index.html", "questions/diff/index.html", "page.png")) {
            assertThat(SITE.resolve(page)).isNotEmptyFile();
        }
        assertThat(SITE.resolve("search/search_index.json")).content().contains("critical path");
        assertThat(SITE.resolve("attach/index.html"))
                .content()
                .doesNotContain("README.md")
                .contains("href=\"../start/\"");
    }
}
