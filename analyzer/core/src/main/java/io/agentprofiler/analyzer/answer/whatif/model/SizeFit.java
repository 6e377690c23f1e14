// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes.TimedModelCall;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.base.stat.TheilSen;
import java.util.List;

/**
 * Times of calls over their size, fitted with medians.
 *
 * @param base time of a call of no size, in nanoseconds; with the shape {@link FitShape#MEDIAN} that of every call
 * @param perOutput nanoseconds for each output token
 * @param perInput nanoseconds for each input token
 */
record SizeFit(FitShape shape, double base, double perOutput, double perInput) {
    /** The two slopes of a plane are fitted in turns: each to what the other one leaves unexplained. */
    private static final int ROUNDS = 3;

    /** What time depends on, and how that is learned. */
    enum FitShape {
        /** Nothing. */
        MEDIAN,
        /** Output; each streamed call shows a base and the time of a token. */
        STREAM,
        /** The same, with a slope of the base over input. */
        STREAM_AND_INPUT,
        /** Output; a line through the calls. */
        OUTPUT,
        /** Output and input: a plane through the calls. */
        OUTPUT_AND_INPUT;

        boolean isStream() {
            return this == STREAM || this == STREAM_AND_INPUT;
        }

        boolean hasInput() {
            return this == STREAM_AND_INPUT || this == OUTPUT_AND_INPUT;
        }

        boolean hasOutput() {
            return this != MEDIAN;
        }
    }

    /** Fits the times of at least one call. A slope is never below 0, as no token makes a call faster. */
    static SizeFit of(List<TimedModelCall> calls, FitShape shape) {
        double[] output = calls.stream().mapToDouble(TimedModelCall::output).toArray();
        double[] input = calls.stream().mapToDouble(TimedModelCall::input).toArray();
        double[] nanos = calls.stream().mapToDouble(TimedModelCall::nanos).toArray();
        if (shape.isStream()) {
            double perOutput = Median.of(
                    calls.stream().mapToDouble(TimedModelCall::perOutput).toArray());
            double[] bases = calls.stream().mapToDouble(TimedModelCall::base).toArray();
            double perInput = shape.hasInput() ? slope(input, bases) : 0;
            return new SizeFit(shape, Median.of(less(bases, perInput, input)), perOutput, perInput);
        }
        double perOutput = 0;
        double perInput = 0;
        for (int round = 0; round < (shape.hasInput() ? ROUNDS : 1) && shape.hasOutput(); round++) {
            perOutput = slope(output, less(nanos, perInput, input));
            perInput = shape.hasInput() ? slope(input, less(nanos, perOutput, output)) : 0;
        }
        double base = Median.of(less(less(nanos, perOutput, output), perInput, input));
        return new SizeFit(shape, base, perOutput, perInput);
    }

    /** Returns the time of a call. */
    double at(long outputTokens, long inputTokens) {
        return base + perOutput * outputTokens + perInput * inputTokens;
    }

    /** Returns how much longer a call took than this predicts. */
    Residual residual(TimedModelCall call) {
        return shape.isStream()
                ? new Residual(call.base() - perInput * call.input() - base, call.perOutput() - perOutput)
                : new Residual(call.nanos() - at(call.output(), call.input()), 0);
    }

    /**
     * An error of a prediction.
     *
     * @param nanos its fixed part
     * @param perOutput the part for each output token
     */
    record Residual(double nanos, double perOutput) {
        double at(long output) {
            return nanos + perOutput * output;
        }
    }

    private static double[] less(double[] values, double slope, double[] sizes) {
        double[] left = new double[values.length];
        for (int i = 0; i < left.length; i++) {
            left[i] = values[i] - slope * sizes[i];
        }
        return left;
    }

    /** Returns the slope of times over sizes, 0 where all sizes are the same. */
    private static double slope(double[] sizes, double[] values) {
        double slope = TheilSen.of(sizes, values).slope();
        return Double.isNaN(slope) ? 0 : Math.max(0, slope);
    }
}
