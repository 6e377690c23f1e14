// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceNameTest {
    @ParameterizedTest
    @CsvSource({
        "com.acme.Main --port 1, Main",
        "Main, Main",
        "lib/shop-1.2.jar serve, shop-1.2",
        "shop.jar, shop",
        "C:\\apps\\shop.jar, shop",
        "com.acme/com.acme.Main, Main"
    })
    void shouldTakeTheSimpleNameOfMainClassOrJar(String command, String name) {
        assertThat(ServiceName.of(command)).isEqualTo(name);
    }

    @Test
    void shouldHaveANameWithoutACommand() {
        assertThat(ServiceName.of(null)).isEqualTo("java");
        assertThat(ServiceName.of(" ")).isEqualTo("java");
    }
}
