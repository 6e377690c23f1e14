// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.model;

import io.agentprofiler.analyzer.stat.Median;
import io.agentprofiler.analyzer.whatif.model.ModelTimes.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * How long a call of a model takes, learned from its own recorded calls: a line over output tokens, a plane over output and
 * input tokens, or the median, whichever predicts each of the calls best from all the others (leave-one-out).
 *
 * <p>Lines are Theil-Sen estimates: the median of the slopes between all pairs, which tolerates up to 29 % of outliers. They need {@value #MIN_CALLS} calls with a real spread, and must beat what is simpler by
 * {@value #MIN_GAIN_PERCENT} %.
 *
 * <p><b>Threading:</b> immutable.
 */
final class CallTime {
    /** Fewer calls give no line. */
    static final int MIN_CALLS = 20;
    /** Fewer calls give no range: none of them would lie outside it. */
    static final int MIN_RESIDUALS = 10;

    static final int MIN_GAIN_PERCENT = 5;
    /** The least difference of output tokens between the lowest and the highest tenth of the calls. */
    static final long MIN_SPREAD = 20;

    private static final double SECOND = 1e9;
    private static final double MILLI = 1e6;

    private final ModelTimes.Model model;
    private final List<Call> calls;
    private final SizeFit fit;
    /** How much longer each call took than the others predict. */
    private final double[] residuals;

    private final double error;
    private final double medianError;
    private final long quickest;
    private final long mostOutput;

    private CallTime(ModelTimes.Model model) {
        this.model = model;
        List<Call> sized = new ArrayList<>();
        for (Call call : model.drawn()) {
            if (call.output() >= 0 && call.input() >= 0) {
                sized.add(call);
            }
        }
        boolean sizes = sized.size() >= MIN_CALLS && spread(sized) >= MIN_SPREAD;
        this.calls = sizes ? sized : model.drawn();
        this.quickest = calls.stream().mapToLong(Call::nanos).min().orElse(0);
        this.mostOutput = calls.stream().mapToLong(Call::output).max().orElse(0);
        SizeFit.Shape best = SizeFit.Shape.MEDIAN;
        double[] errors = residuals(best);
        this.medianError = median(errors);
        double least = medianError;
        if (sizes) {
            for (SizeFit.Shape shape : List.of(SizeFit.Shape.OUTPUT, SizeFit.Shape.OUTPUT_AND_INPUT)) {
                double[] others = residuals(shape);
                if (median(others) < least * (100 - MIN_GAIN_PERCENT) / 100) {
                    best = shape;
                    errors = others;
                    least = median(others);
                }
            }
        }
        this.fit = SizeFit.of(calls, -1, best);
        this.residuals = errors;
        this.error = least;
    }

    /**
     * Learns from a model's calls.
     *
     * @return {@code null} where none has a recorded time
     */
    static CallTime of(ModelTimes.Model model) {
        return model == null || model.drawn().isEmpty() ? null : new CallTime(model);
    }

    private static long spread(List<Call> calls) {
        long[] output = calls.stream().mapToLong(Call::output).sorted().toArray();
        int tenth = output.length / 10;
        return output[output.length - 1 - tenth] - output[tenth];
    }

    /** Returns how much longer each call took than the others predict; nothing for a single call. */
    private double[] residuals(SizeFit.Shape shape) {
        if (calls.size() < 2) {
            return new double[0];
        }
        double[] errors = new double[calls.size()];
        for (int i = 0; i < errors.length; i++) {
            Call call = calls.get(i);
            errors[i] = call.nanos() - SizeFit.of(calls, i, shape).at(call.output(), call.input());
        }
        return errors;
    }

    /** Returns the median absolute error: a few outliers do not decide between shapes. */
    private static double median(double[] errors) {
        return errors.length == 0
                ? 0
                : Median.of(Arrays.stream(errors).map(Math::abs).toArray());
    }

    /** Answers whether there are enough calls to estimate a range. */
    boolean hasResiduals() {
        return residuals.length >= MIN_RESIDUALS;
    }

    /** Returns how long a call of so many tokens takes; for absent numbers the median is taken. */
    long nanos(long output, long input) {
        return Math.max(quickest, Math.round(fit.at(output, input)));
    }

    /** Returns a random time for it: the prediction plus the error of one of the recorded calls. */
    long random(long output, long input, RandomGenerator random) {
        return Math.max(quickest, Math.round(fit.at(output, input) + residuals[random.nextInt(residuals.length)]));
    }

    /** Answers whether a call has more output than any of those that the time was learned from. */
    boolean isBeyond(long output) {
        return fit.shape() != SizeFit.Shape.MEDIAN && output > mostOutput;
    }

    /** Describes the prediction: what it uses, from how many calls, and how well it fits. */
    String words(String name) {
        String from = calls.size() < model.measured()
                ? String.format(Locale.ROOT, "%d of %,d calls of %s", calls.size(), model.measured(), name)
                : calls.size() == 1 ? "the only call of " + name : calls.size() + " calls of " + name;
        String line = switch (fit.shape()) {
            case MEDIAN ->
                String.format(
                        Locale.ROOT, "the median of %s, %.3f s, whatever its size", from, seconds(fit.at(-1, -1)));
            case OUTPUT ->
                String.format(
                        Locale.ROOT,
                        "%.3f s and %.2f ms for each output token, learned from %s",
                        seconds(fit.base()),
                        fit.perOutput() / MILLI,
                        from);
            case OUTPUT_AND_INPUT ->
                String.format(
                        Locale.ROOT,
                        "%.3f s, %.2f ms for each output token and %.3f ms for each input token, learned from %s",
                        seconds(fit.base()),
                        fit.perOutput() / MILLI,
                        fit.perInput() / MILLI,
                        from);
        };
        if (residuals.length == 0) {
            return line;
        }
        String off = String.format(
                Locale.ROOT, "; predicted from the others, half of them are off by %.3f s or less", seconds(error));
        return line
                + off
                + (fit.shape() == SizeFit.Shape.MEDIAN
                        ? ""
                        : String.format(Locale.ROOT, ", with the median alone by %.3f s", seconds(medianError)));
    }

    private static double seconds(double nanos) {
        return nanos / SECOND;
    }
}
