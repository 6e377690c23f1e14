// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.request;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that were sent again. */
class RetriesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldFindRequestsSentAgain() {
        TestRun run = agent().start(2, 1, 0, "llm", "l", "\"gen_ai.request.model\":\"m\"")
                .span(3, 2, 10, 20, "http", "POST")
                .span(4, 2, 60, 70, "http", "POST")
                .span(5, 2, 170, 300, "http", "POST")
                .end(2, 300)
                .end(1, 300);

        assertThat(found(new Retries(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.saving().nanos()).isEqualTo(160 * MILLI);
            assertThat(finding.seen().occurrences()).isEqualTo(2);
            assertThat(finding.confidence()).isEqualTo(Confidence.CERTAIN);
        });
    }

    /** Each call asks once, but every fifth one is refused, and waits before it asks again. */
    private static TestRun embeddings(String kind, String second) {
        TestRun run = agent();
        for (int i = 0; i < 20; i++) {
            double at = 2000.0 * i;
            boolean refused = i % 5 == 2;
            run.start(100 + i, 1, at, kind, "e", "\"gen_ai.request.model\":\"e\",\"gen_ai.tool.name\":\"e\"");
            if (refused) {
                run.start(200 + i, 100 + i, at, "http", "POST", "\"http.response.status_code\":429,\"url.path\":\"/e\"")
                        .end(200 + i, at + 20);
            }
            double sent = refused ? at + 1020 : at;
            run.start(
                            300 + i,
                            100 + i,
                            sent,
                            "http",
                            "POST",
                            "\"http.response.status_code\":200,\"url.path\":\"" + second + "\"")
                    .end(300 + i, sent + 30)
                    .end(100 + i, sent + 30);
        }
        return run.end(1, 40_000);
    }

    @Test
    void shouldFindRefusedRequestsOfWhateverSentThemAgain() {
        for (String kind : List.of("embedding", "tool", "retrieval", "rerank", "memory")) {
            List<Finding> findings = found(
                    FindingRules.ALL,
                    Thresholds.STANDARD,
                    JvmEvents.NONE,
                    embeddings(kind, "/e").traces());
            assertThat(findings)
                    .as(kind)
                    .filteredOn(finding -> finding.rule().equals("retries"))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.text().title())
                                .isEqualTo("4 requests of " + kind
                                        + " e were retries; 4.08 s passed before the last attempt");
                        assertThat(finding.saving().nanos()).isEqualTo(4080 * MILLI);
                        assertThat(finding.impact()).isEqualTo(Impact.HIGH);
                    });
            assertThat(findings)
                    .as(kind)
                    .extracting(finding -> finding.text().title())
                    .noneMatch(title -> title.contains("occasionally"));
        }
    }

    @Test
    void shouldTakeAnotherRequestForNoRetry() {
        assertThat(found(new Retries(), embeddings("tool", "/other"))).isEmpty();
    }
}
