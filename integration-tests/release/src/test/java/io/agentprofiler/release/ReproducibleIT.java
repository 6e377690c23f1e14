// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reproducible builds: a copy of the sources in another folder, time zone and language, and with other file permissions,
 * builds to the same bytes.
 */
class ReproducibleIT {
    private static final Set<String> NOT_SOURCES = Set.of("target", ".git", "node_modules", "agent-profile", ".idea");

    private static void copySources(Path to) throws IOException {
        Files.walkFileTree(Made.ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (NOT_SOURCES.contains(folder.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(Made.ROOT.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile() && !file.endsWith(".git")) {
                    Files.copy(file, to.resolve(Made.ROOT.relativize(file).toString()));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static Set<String> differences(Path file, Path other) throws IOException {
        Set<String> names = new TreeSet<>();
        if (file.toString().endsWith(".jar")) {
            Map<String, String> first = entries(file);
            Map<String, String> second = entries(other);
            names.addAll(first.keySet());
            names.addAll(second.keySet());
            names.removeIf(name -> first.getOrDefault(name, "").equals(second.getOrDefault(name, "")));
            if (names.isEmpty()) {
                names.add("the order of the entries, or what is said about them");
            }
        } else {
            names.add("the text");
        }
        return names;
    }

    private static Map<String, String> entries(Path jar) throws IOException {
        Map<String, String> entries = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            zip.stream()
                    .forEach(entry -> entries.put(
                            entry.getName(), entry.getCrc() + " " + entry.getSize() + " " + entry.getTimeLocal()));
        }
        return entries;
    }

    @Test
    void shouldBuildTheSameFromACopyElsewhere(@TempDir Path temporary) throws IOException, InterruptedException {
        Path copy = temporary.resolve("another place");
        copySources(copy);
        Map<String, String> environment = Map.of(
                "TZ", "Pacific/Kiritimati",
                "LC_ALL", "tr_TR.UTF-8",
                "JAVA_TOOL_OPTIONS", "-Duser.timezone=Pacific/Kiritimati -Duser.language=tr -Duser.country=TR");

        Maven.run(
                copy,
                copy,
                environment,
                List.of(
                        "-Prelease",
                        "-Dmaven.repo.local=" + Made.MAVEN_LOCAL,
                        "-Dmaven.test.skip",
                        "-Dspotless.check.skip",
                        // the first build has done that
                        "-Dcompiler.checks=-nowarn",
                        "-pl",
                        "integration-tests/release",
                        "-am",
                        "-Dgpg.skip",
                        "-Drelease.signed=false",
                        "verify"));

        Map<String, Set<String>> different = new TreeMap<>();
        for (Path file : Made.signed()) {
            Path other = copy.resolve("target/release/repository")
                    .resolve(Made.REPOSITORY.relativize(file).toString());
            if (Files.mismatch(file, other) >= 0) {
                different.put(file.getFileName().toString(), differences(file, other));
            }
        }
        assertThat(different)
                .as("what differs between what was built here and in a clean copy; if this build was not clean, try"
                        + " ./mvnw -Prelease clean verify")
                .isEmpty();
    }
}
