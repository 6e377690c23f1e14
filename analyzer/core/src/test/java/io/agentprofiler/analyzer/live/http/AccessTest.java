// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AccessTest {
    private static final String TOKEN = "0123456789abcdef";

    private final Access access = new Access(TOKEN, 8000);

    private int status(String method, String host, String origin, String site, String authorization, String given) {
        HttpAnswer refusal = access.refusal(method, host, origin, site, authorization, given);
        return refusal == null ? 200 : refusal.status();
    }

    @Test
    void shouldLetInWhoBringsTheToken() {
        assertThat(status("GET", "127.0.0.1:8000", null, null, "Bearer " + TOKEN, null))
                .isEqualTo(200);
        assertThat(status("HEAD", "localhost:8000", null, null, null, TOKEN)).isEqualTo(200);
        assertThat(status("GET", "[::1]:8000", "http://localhost:8000", "same-origin", null, TOKEN))
                .isEqualTo(200);
        assertThat(status("GET", "127.0.0.1:8000", null, "none", null, TOKEN))
                .as("typed by a user")
                .isEqualTo(200);
    }

    @Test
    void shouldAskForTheToken() {
        assertThat(status("GET", "127.0.0.1:8000", null, null, null, null)).isEqualTo(401);
        assertThat(status("GET", "127.0.0.1:8000", null, null, null, TOKEN + "0"))
                .isEqualTo(401);
        assertThat(status("GET", "127.0.0.1:8000", null, null, "Bearer ", TOKEN))
                .isEqualTo(401);
        assertThat(status("GET", "127.0.0.1:8000", null, null, "Basic " + TOKEN, null))
                .isEqualTo(401);
    }

    @Test
    void shouldRefuseOtherNamesOfTheServer() {
        for (String host :
                new String[] {null, "evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "127.0.0.1:8000.evil.example"
                }) {
            assertThat(status("GET", host, null, null, null, TOKEN)).as(host).isEqualTo(403);
        }
    }

    @Test
    void shouldRefusePagesOfOtherSites() {
        for (String origin :
                new String[] {"http://evil.example", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000"}) {
            assertThat(status("GET", "127.0.0.1:8000", origin, null, null, TOKEN))
                    .as(origin)
                    .isEqualTo(403);
        }
        assertThat(status("GET", "127.0.0.1:8000", null, "cross-site", null, TOKEN))
                .isEqualTo(403);
        assertThat(status("GET", "127.0.0.1:8000", null, "same-site", null, TOKEN))
                .as("another port")
                .isEqualTo(403);
    }

    @Test
    void shouldOnlyBeRead() {
        for (String method : new String[] {"POST", "PUT", "DELETE", "OPTIONS", "TRACE"}) {
            assertThat(status(method, "127.0.0.1:8000", null, null, null, TOKEN))
                    .as(method)
                    .isEqualTo(405);
        }
    }

    @Test
    void shouldMakeAnotherTokenEachTime() {
        assertThat(Access.newToken()).hasSize(32).isNotEqualTo(Access.newToken());
    }
}
