// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PressureTest {
    @ParameterizedTest
    @CsvSource({
        "-1, NONE",
        "0.9, NONE",
        "0.91, PAYLOADS",
        "0.96, SPANS",
        "0.91 0.96, SPANS",
        "0.96 0.91, SPANS",
        "0.96 0.76, SPANS",
        "0.96 0.74, NONE",
        "0.91 0.76, PAYLOADS",
        "0.91 -1, NONE"
    })
    void shouldRiseFastAndFallLate(String shares, Pressure.Level level) {
        Pressure pressure = new Pressure();
        for (String share : shares.split(" ")) {
            pressure.update(Double.parseDouble(share));
        }
        assertThat(pressure.level()).isEqualTo(level);
    }
}
