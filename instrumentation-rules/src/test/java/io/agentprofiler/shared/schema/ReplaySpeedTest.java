// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplaySpeedTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "0x, 0", "1, 1000", "2x, 500", "2, 500", "0.5, 2000"})
    void shouldDivideTimesByTheSpeed(String text, long nanos) {
        assertThat(ReplaySpeed.parse(text).nanos(1000)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "", "-1", "x", "1e3", "1234567"})
    void shouldRefuseWhatIsNoSpeed(String text) {
        assertThatThrownBy(() -> ReplaySpeed.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a number such as 1, 0, 2x or 0.5");
    }

    @Test
    void shouldTakeNoTimeAtZero() {
        assertThat(ReplaySpeed.INSTANT.isInstant()).isTrue();
        assertThat(ReplaySpeed.parse("0.000001").isInstant()).isFalse();
    }
}
