// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactSumTest {
    private static final long[] EDGES = {
        0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE + 1L, Long.MAX_VALUE, Long.MIN_VALUE
    };

    @Test
    void shouldSumNumbersAndSquaresOfAnySizeExactly() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            ExactSum whole = new ExactSum();
            ExactSum other = new ExactSum();
            BigInteger expected = BigInteger.ZERO;
            for (int i = 0; i < 50; i++) {
                long value = random.nextBoolean()
                        ? EDGES[random.nextInt(EDGES.length)]
                        : random.nextLong() >> random.nextInt(64);
                BigInteger exact = BigInteger.valueOf(value);
                ExactSum to = random.nextBoolean() ? whole : other;
                if (random.nextBoolean()) {
                    to.add(value);
                } else {
                    to.addSquare(value);
                    exact = exact.pow(2);
                }
                expected = expected.add(exact);
            }
            whole.add(other);
            assertThat(whole.value()).isEqualTo(expected);
        }
    }
}
