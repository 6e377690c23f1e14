// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleChecker;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.parse.RuleFiles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules that recognise model calls by their requests, against the clients that make these. */
class RecognisedRulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"http-clients", "http-clients-older"})
    void shouldFitTheClients(String classPath) throws Exception {
        try (ClassPath open = ClassPath.open(Artifacts.classPath(classPath))) {
            CheckReport report = RuleChecker.check(RuleFiles.loadBundled("recognised"), open);

            assertThat(report.isSound()).as(report.lines().toString()).isTrue();
            List<String> calls = new ArrayList<>();
            for (RuleResult result : report.results()) {
                if (result.isThere() && result.rule().kind() != null) {
                    calls.add(result.rule().id());
                }
            }
            assertThat(calls)
                    .containsExactly(
                            "java",
                            "java-by-body",
                            "java-async",
                            "java-async-by-body",
                            "okhttp",
                            "okhttp-by-body",
                            "apache-4",
                            "apache-4-by-body",
                            "apache-5",
                            "apache-5-by-body",
                            "ktor",
                            "ktor-by-body");
        }
    }
}
