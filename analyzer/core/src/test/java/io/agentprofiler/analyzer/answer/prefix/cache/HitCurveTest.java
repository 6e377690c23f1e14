// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HitCurveTest {
    @Test
    void shouldAddUpTheHitsOfEverySize() {
        HitCurve curve = new HitCurve(1000, 250);
        curve.add(100, 10);
        curve.add(250, 20);
        curve.add(900, 70);

        assertThat(curve.all()).isEqualTo(100);
        assertThat(curve.hitsInLimit()).isEqualTo(30);
        assertThat(curve.hitsAt(99)).isZero();
        assertThat(curve.hitsAt(100)).isEqualTo(10);
        assertThat(curve.hitsAt(899)).isEqualTo(30);
        assertThat(curve.hitsAt(5000)).isEqualTo(100);
        assertThat(curve.sizeFor(0.1)).isEqualTo(100);
        assertThat(curve.sizeFor(0.3)).isEqualTo(250);
        assertThat(curve.sizeFor(0.31)).isEqualTo(900);
        assertThat(curve.sizeFor(1)).isEqualTo(900);
    }

    @Test
    void shouldHaveNoSizeWithoutHits() {
        assertThat(new HitCurve(0, 0).sizeFor(0.5)).isZero();
    }

    @Test
    void shouldRoundLargeSizesUp() {
        long most = 10L << 16;
        HitCurve curve = new HitCurve(most, 0);
        curve.add(11, 5);

        assertThat(curve.sizeFor(1)).isEqualTo(20);
        assertThat(curve.hitsInLimit()).isEqualTo(5);
    }
}
