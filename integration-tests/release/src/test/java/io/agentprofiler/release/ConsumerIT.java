// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project that has nothing but the repository to be published gets both jars and the plugin from it, and can use them. */
class ConsumerIT {
    @TempDir
    static Path folder;

    private static Path resolved;

    @BeforeAll
    static void shouldResolve() throws IOException, InterruptedException {
        Path project = Files.createDirectory(folder.resolve("project"));
        Files.copy(Path.of("src/test/consumer/pom.xml"), project.resolve("pom.xml"));
        resolved = project.resolve("target/dependency");
        Maven.run(
                Made.ROOT,
                project,
                Map.of(),
                // what the build around it has downloaded is enough, and nothing but the repository is asked
                List.of(
                        "--offline",
                        "-Dmaven.repo.local=" + folder.resolve("repository"),
                        "-Dmaven.repo.local.tail=" + Made.MAVEN_LOCAL,
                        "-Daether.offline.protocols=file",
                        "-Dconsumer.repository=" + Made.REPOSITORY.toUri(),
                        "-Dconsumer.version=" + Made.VERSION,
                        "-Dagentprofiler.skip",
                        "verify"));
    }

    @Test
    void shouldPullInNothingElse() throws IOException {
        assertThat(Made.files(resolved))
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "agent-profiler-" + Made.VERSION + ".jar", "agent-profiler-analyzer-" + Made.VERSION + ".jar");
        for (Publication publication : Publication.alone()) {
            assertThat(resolved.resolve(publication.artifactId() + "-" + Made.VERSION + ".jar"))
                    .hasSameBinaryContentAs(Made.file(publication, ".jar"));
        }
    }

    @Test
    void shouldStartWithTheAgent() throws IOException, InterruptedException {
        String agent = "-javaagent:" + resolved.resolve("agent-profiler-" + Made.VERSION + ".jar");

        assertThat(java(agent, "-Dagentprofiler.help=true", "-version")).contains("agentprofiler.dir");
    }

    @Test
    void shouldRunTheAnalyzer() throws IOException, InterruptedException {
        String jar = resolved.resolve("agent-profiler-analyzer-" + Made.VERSION + ".jar")
                .toString();

        assertThat(java("-jar", jar, "--version")).contains(Made.VERSION);
    }

    private static String java(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
