// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.ClassPath;
import io.agentprofiler.rules.check.RuleChecker;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.parse.RuleFileException;
import io.agentprofiler.rules.parse.RuleFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class RuleMatrixTest {
    /** The class paths of {@code frameworks/} that hold LangChain4j, oldest first. */
    static final List<String> LANGCHAIN4J = List.of(
            "langchain4j-1.0.0",
            "langchain4j-1.5.0",
            "langchain4j-1.8.0",
            "langchain4j-1.11.0",
            "langchain4j-1.19.0",
            "langchain4j-core-1.20.0",
            "langchain4j-providers");

    @ParameterizedTest
    @FieldSource("LANGCHAIN4J")
    void shouldFitEveryVersionAsExpected(String classPath) throws Exception {
        CheckReport report = check("langchain4j", classPath);

        assertThat(report.isSound()).isTrue();
        assertThat(described(report)).containsExactlyElementsOf(expected(classPath));
    }

    @Test
    void shouldNameNoMethodThatNoVersionHas() throws Exception {
        assertThat(inAll("langchain4j", RuleResult::notes))
                .as("signatures and ranges noted against every class path where the rule applies")
                .isEmpty();
    }

    @Test
    void shouldNameNoOptionalStepThatNoVersionHas() throws Exception {
        assertThat(inAll("langchain4j", RuleResult::absent))
                .as("optional paths that lead nowhere on every class path where the rule applies")
                .containsExactlyInAnyOrderElementsOf(expected("nowhere"));
    }

    /** Returns what is said of a rule against every class path where it fits. */
    private static List<String> inAll(String file, Function<RuleResult, List<String>> said) throws Exception {
        List<CheckReport> reports = new ArrayList<>();
        for (String classPath : LANGCHAIN4J) {
            reports.add(check(file, classPath));
        }
        List<String> inAll = new ArrayList<>();
        for (int i = 0; i < reports.get(0).results().size(); i++) {
            Set<String> common = null;
            for (CheckReport report : reports) {
                RuleResult result = report.results().get(i);
                if (result.state() == RuleResult.State.FITS) {
                    Set<String> here = new TreeSet<>(said.apply(result));
                    if (common == null) {
                        common = here;
                    } else {
                        common.retainAll(here);
                    }
                }
            }
            String id = reports.get(0).results().get(i).rule().id();
            assertThat(common).as("class paths where rule %s applies", id).isNotNull();
            common.forEach(line -> inAll.add(id + ": " + line));
        }
        return inAll;
    }

    private static CheckReport check(String file, String classPath) throws IOException, RuleFileException {
        String jars = Files.readString(Artifacts.frameworks().resolve(classPath + ".classpath"));
        try (ClassPath open = ClassPath.open(jars)) {
            return RuleChecker.check(RuleFiles.loadBundled(file), open);
        }
    }

    private static List<String> described(CheckReport report) {
        List<String> lines = new ArrayList<>(report.lines());
        for (RuleResult result : report.results()) {
            if (result.state() != RuleResult.State.FITS) {
                lines.add("  " + result.rule().qualifiedId() + " "
                        + (result.state() == RuleResult.State.OTHER_VERSION
                                ? "is for other versions"
                                : "is not there"));
            }
        }
        return lines;
    }

    private static List<String> expected(String name) throws IOException {
        try (InputStream in = RuleMatrixTest.class.getResourceAsStream("/matrix/" + name + ".txt")) {
            assertThat(in).as("src/test/resources/matrix/%s.txt", name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
