// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * NOTICE is exactly what {@link Notice} writes for the jars. Each jar contains it and the licence texts that it names.
 * {@code -Dgolden.write=true} updates it; the jars get it with the next build.
 */
class NoticeIT {
    private static final Path NOTICE = Path.of("..", "NOTICE");
    private static final String OURS = "io/agentprofiler/";
    private static final Pattern LIBRARY =
            Pattern.compile("(?m)^ +[\\w.-]+:[\\w.-]+:jar:[^:]+:\\w+:(.+?\\.jar)( --.*)?$");

    private static List<ShippedJar> jars;

    @BeforeAll
    static void shouldReadTheJars() throws IOException {
        jars = List.of(ShippedJar.of(Artifacts.agentJar()), ShippedJar.of(Artifacts.analyzerJar()));
    }

    @Test
    void shouldNameWhatTheJarsHold() throws IOException {
        String text = new Notice().of(jars);
        if (Boolean.getBoolean("golden.write") && !text.equals(Files.readString(NOTICE))) {
            Files.writeString(NOTICE, text);
            throw new AssertionError("NOTICE was written; look at the difference and run again without -Dgolden.write");
        }

        assertThat(NOTICE)
                .content()
                .as("-Dgolden.write=true writes NOTICE anew")
                .isEqualTo(text);
    }

    @Test
    void shouldBeInEachJarWithTheTextsItNames() throws IOException {
        for (ShippedJar jar : jars) {
            assertThat(jar.notice()).as(jar.name()).isEqualTo(Files.readString(NOTICE));
            assertThat(jar.files()).as(jar.name()).contains("META-INF/LICENSE").containsAll(jar.licenceTexts());
        }
    }

    /** Scanners for known vulnerabilities know libraries inside of a jar by these files. */
    @Test
    void shouldTellScannersOfEachLibrary() throws IOException {
        for (Path file : List.of(Artifacts.agentJar(), Artifacts.analyzerJar())) {
            Set<String> told = new TreeSet<>();
            try (JarFile jar = new JarFile(file.toFile())) {
                for (JarEntry entry : Collections.list(jar.entries())) {
                    if (entry.getName().matches("META-INF/maven/.*/pom\\.properties")) {
                        Properties library = new Properties();
                        try (InputStream in = jar.getInputStream(entry)) {
                            library.load(in);
                        }
                        told.add(library.getProperty("groupId") + ":" + library.getProperty("artifactId") + ":"
                                + library.getProperty("version"));
                    }
                }
            }
            assertThat(told)
                    .as(file.toString())
                    .containsAll(ShippedJar.of(file).libraries().stream()
                            .map(ShippedJar.Library::coordinates)
                            .toList());
        }
    }

    /** Only Apache's licence is ours, too: every other part comes with its text. */
    @Test
    void shouldGiveTheLicenceTextOfEachPart() throws IOException {
        String[] parts = Files.readString(NOTICE).split("\n(?=  \\S)");

        assertThat(parts)
                .filteredOn(part -> part.startsWith("  "))
                .hasSizeGreaterThan(10)
                .allMatch(part -> part.contains(" License") && part.contains("Copyright"))
                .allMatch(part -> part.contains("Apache License 2.0") || part.contains("(META-INF/"));
    }

    /** No class comes from anywhere but us and the libraries that the build resolved. */
    @Test
    void shouldHoldNoClassOfAnythingElse() throws IOException {
        for (Path file : List.of(Artifacts.agentJar(), Artifacts.analyzerJar())) {
            Set<String> known = new TreeSet<>();
            String resolved = Files.readString(file.resolveSibling("shipped.txt"));
            for (MatchResult library : LIBRARY.matcher(resolved).results().toList()) {
                try (JarFile jar = new JarFile(library.group(1))) {
                    jar.stream().map(entry -> entry.getName()).forEach(known::add);
                }
            }

            assertThat(ShippedJar.of(file).names())
                    .filteredOn(name -> name.endsWith(".class") && !name.startsWith(OURS))
                    .isNotEmpty()
                    .allMatch(known::contains);
        }
    }
}
