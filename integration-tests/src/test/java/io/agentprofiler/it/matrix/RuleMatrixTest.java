// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleChecker;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleMatrixTest {
    private static final boolean WRITE = Boolean.getBoolean("matrix.write");
    private static final Path EXPECTED = Path.of("src/test/resources/matrix");

    /** A rule file against a class path. */
    record Row(String rules, String classPath) {
        CheckReport check() throws IOException, RuleFileException {
            try (ClassPath open = ClassPath.open(Artifacts.classPath(classPath))) {
                return RuleChecker.check(RuleFiles.loadBundled(rules), open);
            }
        }

        @Override
        public String toString() {
            return rules + " against " + classPath;
        }
    }

    static List<Row> rows() throws IOException {
        return MatrixFile.lines("rows.txt").stream()
                .map(line -> line.split(" +"))
                .map(words -> new Row(words[0], words[1]))
                .toList();
    }

    /** Returns the rule files that have rows. */
    static Set<String> ruleFiles() throws IOException {
        Set<String> files = new LinkedHashSet<>();
        rows().forEach(row -> files.add(row.rules));
        return files;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldFitEveryVersionAsExpected(Row row) throws Exception {
        CheckReport report = row.check();
        if (WRITE) {
            Path file = EXPECTED.resolve(row.classPath + ".txt");
            Files.write(file, described(report));
            fail("%s is written; look at the difference and run again without -Dmatrix.write", file);
        }

        assertThat(described(report)).containsExactlyElementsOf(MatrixFile.lines(row.classPath + ".txt"));
        assertThat(report.isSound()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("ruleFiles")
    void shouldNameNoMethodThatNoVersionHas(String file) throws Exception {
        assertThat(inAll(file, RuleResult::notes))
                .as("signatures and ranges noted against every class path where the rule applies")
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ruleFiles")
    void shouldNameNoOptionalStepThatNoVersionHas(String file) throws Exception {
        List<String> nowhere = inAll(file, RuleResult::absent);
        if (WRITE) {
            Files.write(EXPECTED.resolve("nowhere-" + file + ".txt"), nowhere);
        }

        assertThat(nowhere)
                .as("optional paths that lead nowhere on every class path where the rule applies")
                .containsExactlyInAnyOrderElementsOf(MatrixFile.lines("nowhere-" + file + ".txt"));
    }

    /** Returns what is said of a rule against every class path where it fits. */
    private static List<String> inAll(String file, Function<RuleResult, List<String>> said) throws Exception {
        List<CheckReport> reports = new ArrayList<>();
        for (Row row : rows()) {
            if (row.rules.equals(file)) {
                reports.add(row.check());
            }
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
            Rule rule = reports.get(0).results().get(i).rule();
            String id = rule.id();
            if (common == null && rule.versions().optional() && rule.versions().since() != null) {
                // of a version that is not on Maven Central: declared, and out of reach
                continue;
            }
            assertThat(common).as("class paths where rule %s applies", id).isNotNull();
            common.forEach(line -> inAll.add(id + ": " + line));
        }
        return inAll;
    }

    private static List<String> described(CheckReport report) {
        List<String> lines = new ArrayList<>(report.lines());
        for (RuleResult result : report.results()) {
            if (result.state() != RuleResult.State.FITS && result.state() != RuleResult.State.BROKEN) {
                lines.add("  " + result.rule().qualifiedId() + " "
                        + (result.state() == RuleResult.State.OTHER_VERSION
                                ? "is for other versions"
                                : "is not there"));
            }
        }
        return lines;
    }
}
