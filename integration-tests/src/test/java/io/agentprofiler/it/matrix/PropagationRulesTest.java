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
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The clients that send headers, as the frameworks of the matrix bring them along. */
class PropagationRulesTest {
    @Test
    void shouldFitTheClientsOfFrameworks() throws Exception {
        Set<String> fitting = new TreeSet<>();
        for (String framework : Set.of(
                "openai-java-2.20.1",
                "spring-ai-2.0",
                "spring-web-5.3",
                "aws-bedrock-2.59.1",
                "http-clients",
                "http-clients-older")) {
            try (ClassPath open = ClassPath.open(Artifacts.classPath(framework))) {
                CheckReport report = RuleChecker.check(RuleFiles.loadBundled("propagation"), open);
                assertThat(report.isSound())
                        .as(framework + " " + report.lines())
                        .isTrue();
                for (RuleResult result : report.results()) {
                    if (result.isThere()) {
                        fitting.add(result.rule().id());
                    }
                }
            }
        }
        assertThat(fitting)
                .containsExactlyInAnyOrder(
                        "java-net-http",
                        "okhttp",
                        "okhttp-3",
                        "apache-5",
                        "apache-5-async",
                        "apache-4",
                        "url-connection",
                        "reactor-netty-begun",
                        "reactor-netty-connected",
                        "reactor-netty-writes",
                        "reactor-netty",
                        "ktor",
                        "vertx-4",
                        "vertx-5",
                        "aws",
                        "aws-async",
                        "spring",
                        "spring-webclient",
                        "mcp");
    }
}
