// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpanLabelTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"server.address\": \"api.acme.com\", \"server.port\": 443' | '\"http.response.status_code\": 200' | HTTP POST api.acme.com 200",
                "'\"server.address\": \"api.acme.com\"' | '' | HTTP POST api.acme.com",
                "'\"server.address\": \"localhost\", \"server.port\": 8080' | '\"http.response.status_code\": 503' | HTTP POST localhost:8080 503",
                "'\"server.port\": 8080' | '\"http.response.status_code\": 429' | HTTP POST 429",
                "'' | '' | HTTP POST"
            })
    void shouldSayWhereARequestWentAndWhatCameOfIt(String start, String end, String label) {
        assertThat(SpanLabel.of(only("http", "HTTP POST", start, end))).isEqualTo(label);
    }

    @Test
    void shouldCallOtherSpansByTheirNames() {
        Span span = only("llm", "chat", "\"server.address\": \"api.acme.com\"", "");

        assertThat(SpanLabel.of(span)).isEqualTo("chat");
        assertThat(SpanLabel.request(span)).isNull();
    }

    private static Span only(String kind, String name, String start, String end) {
        return TestRun.bare()
                .trace(1)
                .start(1, 0, 0, kind, name, start)
                .end(1, 5, end)
                .trace()
                .spans()
                .get(0);
    }
}
