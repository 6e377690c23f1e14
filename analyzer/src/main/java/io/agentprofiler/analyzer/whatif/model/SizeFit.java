// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.model;

import io.agentprofiler.analyzer.stat.Median;
import io.agentprofiler.analyzer.stat.TheilSen;
import io.agentprofiler.analyzer.whatif.model.ModelTimes.Call;
import java.util.List;

/**
 * Times of calls over their size, fitted with medians.
 *
 * @param base time of a call of no size, in nanoseconds; with the shape {@link Shape#MEDIAN} that of every call
 * @param perOutput nanoseconds for each output token
 * @param perInput nanoseconds for each input token
 * @param output median of the output tokens
 * @param input median of the input tokens
 */
record SizeFit(Shape shape, double base, double perOutput, double perInput, double output, double input) {
    /** What time depends on. */
    enum Shape {
        MEDIAN,
        OUTPUT,
        /** The slope over input is fitted to what the slope over output leaves unexplained. */
        OUTPUT_AND_INPUT
    }

    /**
     * Fits the times. A slope is never below 0, as no token makes a call faster.
     *
     * @param without index of a call to leave out, or -1
     */
    static SizeFit of(List<Call> calls, int without, Shape shape) {
        int count = without < 0 ? calls.size() : calls.size() - 1;
        double[] nanos = new double[count];
        double[] output = new double[count];
        double[] input = new double[count];
        int filled = 0;
        for (int i = 0; i < calls.size(); i++) {
            if (i != without) {
                nanos[filled] = calls.get(i).nanos();
                output[filled] = calls.get(i).output();
                input[filled++] = calls.get(i).input();
            }
        }
        double perOutput = shape == Shape.MEDIAN ? 0 : Math.max(0, slope(output, nanos));
        double[] left = less(nanos, perOutput, output);
        double perInput = shape == Shape.OUTPUT_AND_INPUT ? Math.max(0, slope(input, left)) : 0;
        double base = Median.of(less(left, perInput, input));
        return new SizeFit(shape, base, perOutput, perInput, Median.of(output), Median.of(input));
    }

    /** Returns the time of a call; for a negative number of tokens, which is unknown, the median is taken. */
    double at(long outputTokens, long inputTokens) {
        return base
                + perOutput * (outputTokens < 0 ? output : outputTokens)
                + perInput * (inputTokens < 0 ? input : inputTokens);
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
        return Double.isNaN(slope) ? 0 : slope;
    }
}
