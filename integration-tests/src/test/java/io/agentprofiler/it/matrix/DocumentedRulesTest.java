// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleChecker;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.check.type.ClassPath;
import io.agentprofiler.rules.parse.RuleParser;
import io.agentprofiler.rules.parse.rule.Origin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules that {@code docs/rules.md} shows for an SDK fit it. */
class DocumentedRulesTest {
    /** Spring AI 2.0 has a later version of the SDK. */
    @ParameterizedTest
    @ValueSource(strings = {"anthropic-java-2.15.0", "spring-ai-2.0"})
    void shouldFitTheSdkTheyAreShownFor(String classPath) throws Exception {
        try (ClassPath open = ClassPath.open(Artifacts.classPath(classPath))) {
            CheckReport report =
                    RuleChecker.check(RuleParser.parse("docs.json", DocumentedRules.anthropic(), Origin.USER), open);

            assertThat(report.isSound()).as(String.join("\n", report.lines())).isTrue();
            assertThat(report.results()).allSatisfy(result -> {
                assertThat(result.state()).isEqualTo(RuleResult.State.FITS);
                assertThat(result.paths().calls()).isEmpty();
                assertThat(result.paths().notRead()).isEmpty();
            });
        }
    }
}
