// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
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

    @Test
    void shouldGiveUpWhatEitherAsksForAndSayWhich() {
        Pressure pressure = new Pressure();
        pressure.updateCpu(Pressure.Level.PAYLOADS);
        assertThat(pressure.level()).isEqualTo(Pressure.Level.PAYLOADS);
        assertThat(pressure.reason(Pressure.Level.PAYLOADS)).isEqualTo(DropReason.CPU);

        pressure.update(0.96);
        assertThat(pressure.level()).isEqualTo(Pressure.Level.SPANS);
        assertThat(pressure.reason(Pressure.Level.SPANS)).isEqualTo(DropReason.SHED);

        pressure.update(0.1);
        assertThat(pressure.level()).isEqualTo(Pressure.Level.PAYLOADS);
        pressure.updateCpu(Pressure.Level.SPANS);
        assertThat(pressure.reason(Pressure.Level.SPANS)).isEqualTo(DropReason.CPU);
        pressure.updateCpu(Pressure.Level.NONE);
        assertThat(pressure.level()).isEqualTo(Pressure.Level.NONE);
    }
}
