// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.request;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

/** Requests that each open a connection. */
class NewConnectionsTest {
    private static final long MILLI = 1_000_000;

    private final TestRun run = TestRun.bare();

    /** A call of 100 ms, of which connecting takes 40, or 60 with TLS. */
    private void call(int number, boolean connects, boolean secure) {
        double at = 1000.0 * number;
        run.trace(number)
                .start(1, 0, at, "agent", "A", "\"gen_ai.agent.name\":\"A\"")
                .start(2, 1, at, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .start(3, 2, at, "http", "POST");
        if (connects) {
            run.span(4, 3, at, at + 40, "function", "CONNECT");
        }
        if (secure) {
            run.span(5, 3, at + 40, at + 60, "function", "SSL handshake");
        }
        run.end(3, at + 100).end(2, at + 100).end(1, at + 100);
    }

    @Test
    void shouldFindAConnectionForEachRequest() {
        for (int i = 1; i <= 20; i++) {
            call(i, true, true);
        }

        assertThat(found(new NewConnections(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("new-connections");
            assertThat(finding.subject()).isEqualTo("llm m");
            assertThat(finding.text().title())
                    .isEqualTo("20 of 20 requests of llm m opened a connection, which took 60.0 ms on average");
            // the first one is needed
            assertThat(finding.saving().nanos()).isEqualTo(19 * 60 * MILLI);
            assertThat(finding.shares().timeShare()).isEqualTo(19 * 0.06 / 2);
            assertThat(finding.confidence()).isEqualTo(Confidence.CERTAIN);
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
            assertThat(finding.seen().evidence()).hasSize(5);
        });
    }

    @Test
    void shouldNotMindConnectionsThatAreKept() {
        for (int i = 1; i <= 20; i++) {
            call(i, i % 3 == 1, false);
        }

        assertThat(found(new NewConnections(), run)).isEmpty();
    }

    @Test
    void shouldNotMindTheFirstConnectionsOfCallsAtTheSameTime() {
        for (int i = 0; i < 12; i++) {
            run.start(2 + 10 * i, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                    .start(3 + 10 * i, 2 + 10 * i, 0, "http", "POST")
                    .span(4 + 10 * i, 3 + 10 * i, 0, 40, "function", "CONNECT")
                    .end(3 + 10 * i, 100)
                    .end(2 + 10 * i, 100);
        }
        run.start(1, 0, 0, "agent", "A").end(1, 100);

        assertThat(found(new NewConnections(), run)).isEmpty();
    }

    @Test
    void shouldSayNothingOfFewRequests() {
        for (int i = 1; i <= 9; i++) {
            call(i, true, false);
        }

        assertThat(found(new NewConnections(), run)).isEmpty();
    }

    @Test
    void shouldNotTakeARequestForAConnection() {
        for (int i = 1; i <= 20; i++) {
            call(i, false, false);
        }

        assertThat(found(new NewConnections(), run)).isEmpty();
    }
}
