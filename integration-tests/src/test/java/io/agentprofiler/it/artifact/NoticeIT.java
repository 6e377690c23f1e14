// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** NOTICE names what the jars hold, no more and no less; held against what Maven put into them and against their classes. */
class NoticeIT {
    private static final String OURS = "io/agentprofiler/";
    private static final Pattern ARTIFACT = Pattern.compile("(?m)^    ([\\w.-]+:[\\w.-]+:[\\w.-]+)$");
    private static final Pattern TEXT = Pattern.compile("META-INF/[\\w/.-]+");
    /** {@code group:artifact:jar:version:scope:file}, and maybe the name of its module. */
    private static final Pattern RESOLVED =
            Pattern.compile("(?m)^ +([\\w.-]+):([\\w.-]+):jar:([^:]+):\\w+:(.+?\\.jar)( --.*)?$");

    enum Shipped {
        AGENT("agent", "agent-profiler.jar"),
        ANALYZER("analyzer", "analyzer.jar");

        private final String module;
        private final String jar;

        Shipped(String module, String jar) {
            this.module = module;
            this.jar = jar;
        }

        Path path() {
            return this == AGENT ? Artifacts.agentJar() : Artifacts.analyzerJar();
        }

        private List<MatchResult> resolved() throws IOException {
            Path list = path().resolveSibling("shipped.txt");
            return RESOLVED.matcher(Files.readString(list)).results().toList();
        }

        /** What NOTICE says of this jar. */
        private String section(String notice) {
            int from = notice.indexOf("\nIn " + jar + ":\n");
            assertThat(from).as(jar).isPositive();
            int to = notice.indexOf("\nIn ", from + 1);
            return notice.substring(from, to < 0 ? notice.length() : to);
        }
    }

    private static String notice(JarFile jar) throws IOException {
        return new String(jar.getInputStream(jar.getEntry("META-INF/NOTICE")).readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameEveryLibraryWithItsVersion(Shipped shipped) throws IOException {
        try (JarFile jar = new JarFile(shipped.path().toFile())) {
            Set<String> named = ARTIFACT.matcher(shipped.section(notice(jar)))
                    .results()
                    .map(match -> match.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));

            assertThat(named)
                    .isNotEmpty()
                    .isEqualTo(shipped.resolved().stream()
                            .map(match -> match.group(1) + ":" + match.group(2) + ":" + match.group(3))
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    /** Every entry names its licence; a licence text that is named is there, and one that is there is named. */
    @ParameterizedTest
    @EnumSource
    void shouldNameTheLicenceOfEachAndHoldItsText(Shipped shipped) throws IOException {
        try (JarFile jar = new JarFile(shipped.path().toFile())) {
            String section = shipped.section(notice(jar));
            assertThat(section.split("\n(?=  \\S)"))
                    .filteredOn(entry -> entry.startsWith("  "))
                    .isNotEmpty()
                    .allMatch(entry -> entry.contains(" License") && entry.contains("Copyright"))
                    .allMatch(entry -> entry.contains("Apache License 2.0") || entry.contains("(META-INF/"));
            Set<String> texts =
                    TEXT.matcher(section).results().map(MatchResult::group).collect(Collectors.toSet());
            assertThat(texts).allMatch(text -> jar.getEntry(text) != null);
            assertThat(jar.stream().filter(entry -> !entry.isDirectory()).map(entry -> entry.getName()))
                    .filteredOn(name -> name.startsWith("META-INF/licenses/") || name.matches("META-INF/.*-LICENSE"))
                    .containsExactlyInAnyOrderElementsOf(texts);
            assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
        }
    }

    /** No class comes from anywhere but us and what NOTICE names. */
    @ParameterizedTest
    @EnumSource
    void shouldHoldNoClassOfAnythingElse(Shipped shipped) throws IOException {
        Set<String> known = new TreeSet<>();
        for (MatchResult resolved : shipped.resolved()) {
            try (JarFile library = new JarFile(resolved.group(4))) {
                library.stream().map(entry -> entry.getName()).forEach(known::add);
            }
        }
        try (JarFile jar = new JarFile(shipped.path().toFile())) {
            Stream<String> classes = jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") || name.endsWith(".classdata"))
                    .map(name -> name.replaceFirst("^inst/", "").replaceFirst("data$", ""))
                    .map(name -> name.replaceFirst("^io/agentprofiler/agent/shaded/", ""))
                    .filter(name -> !name.startsWith(OURS));
            assertThat(classes).isNotEmpty().allMatch(known::contains);
        }
    }
}
