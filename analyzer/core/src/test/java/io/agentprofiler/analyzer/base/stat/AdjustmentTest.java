// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AdjustmentTest {
    private static final org.assertj.core.data.Offset<Double> EXACT = within(1e-12);

    /** 0.01 * 4/1, 0.03 * 4/2, 0.04 * 4/3, 0.2 * 4/4, and none above the next larger one's. */
    @Test
    void shouldControlTheShareOfFalseDiscoveries() {
        assertThat(Adjustment.falseDiscovery(new double[] {0.01, 0.04, 0.03, 0.2}))
                .containsExactly(new double[] {0.04, 0.16 / 3, 0.16 / 3, 0.2}, EXACT);
    }

    /** 0.01 * 4, 0.03 * 3, 0.04 * 2 raised to the one before, 0.2. */
    @Test
    void shouldControlTheChanceOfAnyFalseDiscovery() {
        assertThat(Adjustment.familyWise(new double[] {0.01, 0.04, 0.03, 0.2}))
                .containsExactly(new double[] {0.04, 0.09, 0.09, 0.2}, EXACT);
    }

    @Test
    void shouldStayAtOne() {
        assertThat(Adjustment.familyWise(new double[] {0.5, 0.9})).containsExactly(1.0, 1.0);
        assertThat(Adjustment.falseDiscovery(new double[] {})).isEmpty();
        assertThat(Adjustment.either(0.6, 0.7)).isEqualTo(1);
        assertThat(Adjustment.either(0.01, 0.7)).isEqualTo(0.02);
    }
}
