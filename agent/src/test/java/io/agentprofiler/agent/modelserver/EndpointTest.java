// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {
    @ParameterizedTest
    @CsvSource({
        "http://box, http://box/metrics, http://box",
        "http://box:8000/, http://box:8000/metrics, http://box:8000",
        "https://box:8443/v1/metrics, https://box:8443/v1/metrics, https://box:8443/v1/metrics",
        "http://[::1]:8000, http://[::1]:8000/metrics, http://[::1]:8000",
        "http://me:s3cret@box:8000, http://box:8000/metrics, http://box:8000",
        "http://box/m?key=s3cret, http://box/m?key=s3cret, http://box/m",
        "http://box?key=s3cret, http://box/metrics?key=s3cret, http://box"
    })
    void shouldAskAtTheAddressAndShowItWithoutSecrets(String address, String asked, String shown) {
        Endpoint endpoint = Endpoint.of(address);
        assertThat(endpoint.uri()).hasToString(asked);
        assertThat(endpoint.label()).isEqualTo(shown);
        assertThat(endpoint).hasToString(shown);
    }

    @Test
    void shouldSendUserAndPasswordAsAHeader() {
        assertThat(Endpoint.of("http://me:p%40ss@box").authorization()).isEqualTo("Basic bWU6cEBzcw==");
        assertThat(Endpoint.of("http://box").authorization()).isNull();
    }

    @Test
    void shouldStayAtItsServer() {
        Endpoint endpoint = Endpoint.of("http://me:pw@box:8000");
        assertThat(endpoint.redirectedTo("/metrics/").uri()).hasToString("http://box:8000/metrics/");
        assertThat(endpoint.redirectedTo("/metrics/").authorization()).isEqualTo(endpoint.authorization());
        assertThat(endpoint.redirectedTo("http://box:8000/m").uri()).hasToString("http://box:8000/m");
        assertThat(endpoint.redirectedTo("http://box:8001/m")).isNull();
        assertThat(endpoint.redirectedTo("https://box:8000/m")).isNull();
        assertThat(endpoint.redirectedTo("//elsewhere/m")).isNull();
        assertThat(endpoint.redirectedTo("mailto:me")).isNull();
    }
}
