// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes.TimedModelCall;
import io.agentprofiler.analyzer.answer.whatif.model.SizeFit.FitShape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizeFitTest {
    private static TimedModelCall call(long rank, long nanos, long input, long output) {
        return new TimedModelCall(rank, nanos, input, output, -1);
    }

    /** 1,000 ns, 10 ns for each output token and 2 ns for each input token, which do not grow together. */
    private static List<TimedModelCall> calls() {
        List<TimedModelCall> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            long output = 10L * i;
            long input = 100L * (i * 7 % 30);
            calls.add(call(i, 1000 + 10 * output + 2 * input, input, output));
        }
        return calls;
    }

    @Test
    void shouldTakeTheMedianWhateverTheSize() {
        List<TimedModelCall> calls = List.of(call(1, 30, 5, 5), call(2, 10, 1, 1), call(3, 20, 9, 9));

        SizeFit fit = SizeFit.of(calls, FitShape.MEDIAN);

        assertThat(fit.at(1, 1)).isEqualTo(20);
        assertThat(fit.at(1000, 1000)).isEqualTo(20);
    }

    @Test
    void shouldFindALine() {
        List<TimedModelCall> calls = List.of(call(1, 110, 0, 10), call(2, 210, 0, 20), call(3, 310, 0, 30));

        SizeFit fit = SizeFit.of(calls, FitShape.OUTPUT);

        assertThat(fit.at(100, 0)).isCloseTo(1010, within(1e-6));
    }

    @Test
    void shouldComeCloseToAPlane() {
        SizeFit fit = SizeFit.of(calls(), FitShape.OUTPUT_AND_INPUT);

        assertThat(fit.perInput()).isCloseTo(2, within(0.2));
        assertThat(fit.perOutput()).isCloseTo(10, within(0.2));
    }

    @Test
    void shouldTakeBaseAndRateFromEachStreamedCall() {
        // 100 ns and 10 for each token, 100 and 12, 130 and 11: sizes all the same
        List<TimedModelCall> calls = List.of(
                new TimedModelCall(1, 300, 0, 20, 10),
                new TimedModelCall(2, 340, 0, 20, 12),
                new TimedModelCall(3, 350, 0, 20, 11));

        SizeFit fit = SizeFit.of(calls, FitShape.STREAM);

        assertThat(fit).isEqualTo(new SizeFit(FitShape.STREAM, 100, 11, 0));
        assertThat(fit.at(1, 0)).isEqualTo(111);
        assertThat(fit.residual(calls.get(2))).isEqualTo(new SizeFit.Residual(30, 0));
        assertThat(fit.residual(calls.get(1)).at(5)).isEqualTo(5);
    }

    @Test
    void shouldNeverGetFasterWithMoreTokens() {
        List<TimedModelCall> calls = List.of(call(1, 310, 0, 10), call(2, 210, 0, 20), call(3, 110, 0, 30));

        assertThat(SizeFit.of(calls, FitShape.OUTPUT).perOutput()).isZero();
    }
}
