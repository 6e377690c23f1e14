// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.whatif.model.ModelTimes.Call;
import io.agentprofiler.analyzer.whatif.model.SizeFit.Shape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizeFitTest {
    /** 1,000 ns, 10 ns for each output token and 2 ns for each input token, which do not grow together. */
    private static List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            long output = 10L * i;
            long input = 100L * (i * 7 % 30);
            calls.add(new Call(i, 1000 + 10 * output + 2 * input, input, output));
        }
        return calls;
    }

    @Test
    void shouldTakeTheMedianWhateverTheSize() {
        List<Call> calls = List.of(new Call(1, 30, 5, 5), new Call(2, 10, 1, 1), new Call(3, 20, 9, 9));

        SizeFit fit = SizeFit.of(calls, -1, Shape.MEDIAN);

        assertThat(fit.at(1, 1)).isEqualTo(20);
        assertThat(fit.at(1000, 1000)).isEqualTo(20);
        // without the slowest
        assertThat(SizeFit.of(calls, 0, Shape.MEDIAN).at(1, 1)).isEqualTo(15);
    }

    @Test
    void shouldFindALineAndAnswerUnknownSizesInTheMiddle() {
        List<Call> calls = List.of(new Call(1, 110, 0, 10), new Call(2, 210, 0, 20), new Call(3, 310, 0, 30));

        SizeFit fit = SizeFit.of(calls, -1, Shape.OUTPUT);

        assertThat(fit.at(100, 0)).isCloseTo(1010, within(1e-6));
        assertThat(fit.at(-1, -1)).isCloseTo(210, within(1e-6));
    }

    @Test
    void shouldComeCloseToAPlane() {
        SizeFit fit = SizeFit.of(calls(), -1, Shape.OUTPUT_AND_INPUT);

        assertThat(fit.perInput()).isCloseTo(2, within(0.2));
        assertThat(fit.perOutput()).isCloseTo(10, within(3.0));
    }

    @Test
    void shouldNeverGetFasterWithMoreTokens() {
        List<Call> calls = List.of(new Call(1, 310, 0, 10), new Call(2, 210, 0, 20), new Call(3, 110, 0, 30));

        assertThat(SizeFit.of(calls, -1, Shape.OUTPUT).perOutput()).isZero();
    }
}
