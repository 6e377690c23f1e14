// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SplitMix64Test {
    @Test
    void shouldBeginAsTheGeneratorWithTheSameSeed() {
        // the first number of SplitMix64 with seed 0, as the reference implementation prints it
        assertThat(SplitMix64.mix(0)).isEqualTo(0xe220a8397b1dcdafL);
    }

    @Test
    void shouldDependOnEveryNumberAndTheirOrder() {
        assertThat(SplitMix64.mix(1, 2)).isNotIn(SplitMix64.mix(2, 1), SplitMix64.mix(1), SplitMix64.mix(1, 2, 0));
    }
}
