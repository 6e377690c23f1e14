// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleChecker;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.RuleFiles;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.testing.Golden;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleMatrixTest {
    /** The result for each row. All three tests use it, and computing it takes a second. */
    private static final Map<Row, Future<CheckReport>> REPORTS = new HashMap<>();

    /** A rule file against a class path. */
    record Row(String rules, String classPath) {
        CheckReport report() throws ExecutionException, InterruptedException {
            return REPORTS.get(this).get();
        }

        private CheckReport check() throws IOException, RuleFileException {
            try (ClassPath open = ClassPath.open(Artifacts.classPath(classPath))) {
                return RuleChecker.check(RuleFiles.loadBundled(rules), open);
            }
        }

        @Override
        public String toString() {
            return rules + " against " + classPath;
        }
    }

    @BeforeAll
    static void beginChecking() throws IOException {
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        rows().forEach(row -> REPORTS.put(row, threads.submit(row::check)));
        threads.shutdown();
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
        CheckReport report = row.report();

        Golden.of("matrix/" + row.classPath + ".txt").assertIs(text(described(report)));
        assertThat(report.isSound()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("ruleFiles")
    void shouldNameNoMethodThatNoVersionHas(String file) throws Exception {
        assertThat(inAll(file, RuleMatrixTest::notesOfVersions))
                .as("signatures and ranges noted against every class path where the rule applies")
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ruleFiles")
    void shouldNameNoOptionalStepThatNoVersionHas(String file) throws Exception {
        // optional paths that lead nowhere on every class path where the rule applies
        Golden.of("matrix/nowhere-" + file + ".txt")
                .assertIs(text(inAll(file, result -> result.paths().absent())));
    }

    /** Returns the messages about a rule for every class path where it fits. */
    private static List<String> inAll(String file, Function<RuleResult, List<String>> said) throws Exception {
        List<CheckReport> reports = new ArrayList<>();
        for (Row row : rows()) {
            if (row.rules.equals(file)) {
                reports.add(row.report());
            }
        }
        List<String> inAll = new ArrayList<>();
        for (int i = 0; i < reports.get(0).results().size(); i++) {
            Set<String> common = null;
            for (CheckReport report : reports) {
                RuleResult result = report.results().get(i);
                if (result.isThere()) {
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

    /** Returns the notes that depend on the version: that calls are made in a replay does not. */
    private static List<String> notesOfVersions(RuleResult result) {
        return result.notes().stream()
                .filter(note -> !note.startsWith("replay: its calls are made"))
                .toList();
    }

    private static String text(List<String> lines) {
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    private static List<String> described(CheckReport report) {
        List<String> lines = new ArrayList<>(report.lines());
        for (RuleResult result : report.results()) {
            if (!result.isThere() && result.state() != RuleResult.State.BROKEN) {
                lines.add("  " + result.rule().qualifiedId() + " "
                        + (result.state() == RuleResult.State.OTHER_VERSION
                                ? "is for other versions"
                                : "is not there"));
            }
        }
        return lines;
    }
}
