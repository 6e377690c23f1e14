// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MomentsTest {
    private static Moments of(double... values) {
        Moments moments = new Moments();
        Arrays.stream(values).forEach(moments::add);
        return moments;
    }

    @Test
    void shouldDivideByOneLessThanTheNumberOfValues() {
        Moments moments = of(2, 4, 4, 4, 5, 5, 7, 9);

        assertThat(moments.count()).isEqualTo(8);
        assertThat(moments.mean()).isEqualTo(5);
        assertThat(moments.variance()).isCloseTo(32 / 7.0, within(1e-15));
        assertThat(moments.deviation()).isCloseTo(Math.sqrt(32 / 7.0), within(1e-15));
    }

    @Test
    void shouldKnowNoVarianceOfOneValue() {
        assertThat(of().mean()).isZero();
        assertThat(of(3).variance()).isNaN();
        assertThat(of(3).deviation()).isNaN();
    }

    @Property(tries = 300)
    void shouldAgreeWithTheDefinition(
            @ForAll @Size(min = 2, max = 60) List<@DoubleRange(min = -1e6, max = 1e6) Double> drawn) {
        double[] values = drawn.stream().mapToDouble(Double::doubleValue).toArray();
        double mean = Arrays.stream(values).sum() / values.length;
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();

        assertThat(of(values).mean()).isCloseTo(mean, within(1e-6));
        assertThat(of(values).variance()).isCloseTo(squares / (values.length - 1), within(1e-3));
    }
}
