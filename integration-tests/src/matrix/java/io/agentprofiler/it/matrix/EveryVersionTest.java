// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleChecker;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.parse.RuleFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bundled rules against every release of each supported line: what does not resolve is declared, or the build fails.
 *
 * <p>A rule file's releases are in {@code every-<file>.txt}: the line {@code modules} names {@code group:artifact} of each
 * column, {@code also} whole coordinates that every release gets, and all other lines are a release and the version of each
 * module, {@code -} for none. Later lines {@code modules} and {@code also} begin another section: a rule file may be for several
 * libraries.
 */
class EveryVersionTest {
    private static final MavenJars MAVEN = new MavenJars();

    /** A release and its jars. */
    record Release(String rules, String version, List<String> jars) {
        @Override
        public String toString() {
            return rules + " " + version;
        }
    }

    static List<Release> releases() throws IOException {
        List<Release> releases = new ArrayList<>();
        for (String file : MatrixFile.lines("every.txt")) {
            List<String> modules = List.of();
            List<String> also = List.of();
            for (String line : MatrixFile.lines("every-" + file + ".txt")) {
                List<String> words = Arrays.asList(line.split(" +"));
                List<String> rest = words.subList(1, words.size());
                switch (words.get(0)) {
                    case "modules" -> modules = rest;
                    case "also" -> also = rest;
                    default -> releases.add(release(file, words.get(0), modules, rest, also));
                }
            }
        }
        return releases;
    }

    private static Release release(
            String file, String version, List<String> modules, List<String> versions, List<String> also) {
        assertThat(versions).as("every-%s.txt, release %s", file, version).hasSameSizeAs(modules);
        List<String> jars = new ArrayList<>(also);
        for (int i = 0; i < modules.size(); i++) {
            if (!versions.get(i).equals("-")) {
                jars.add(modules.get(i) + ":" + versions.get(i));
            }
        }
        return new Release(file, version, jars);
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldDeclareWhatDoesNotResolve(Release release) throws Exception {
        try (ClassPath classPath = ClassPath.open(MAVEN.jars(release.jars))) {
            CheckReport report = RuleChecker.check(RuleFiles.loadBundled(release.rules), classPath);

            assertThat(report.results().stream()
                            .filter(result -> result.state() == RuleResult.State.BROKEN)
                            .map(result -> result.rule().qualifiedId() + ": " + result.problems()))
                    .as("%s: what is neither there nor declared", release)
                    .isEmpty();
            assertThat(report.results()).anyMatch(RuleResult::isThere);
        }
    }
}
