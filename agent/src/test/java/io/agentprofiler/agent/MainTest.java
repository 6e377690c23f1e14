// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @ParameterizedTest
    @CsvSource({"1.8,8", "9,9", "11,11", "16,16"})
    void shouldSayWhichJavaItNeeds(String version, int feature) {
        assertThat(Main.refusal(version, "/opt/java"))
                .startsWith("agent-profiler: needs Java 17 or newer; this is Java " + feature + " in /opt/java. ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "25"})
    void shouldGoOnWithWhatIsNewEnough(String version) {
        assertThat(Main.refusal(version, "/opt/java")).isNull();
    }
}
