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
 * How long a call of a model takes, as its own recorded calls show it: a line over output tokens, a plane over output and
 * input tokens, or the median, whichever foretells each of the calls best from all the others.
 *
 * <p>Lines are those of Theil and Sen: the median of the slopes between all pairs, which up to a quarter of wild values do
 * not move. They need {@value #MIN_CALLS} calls with a real spread, and must beat what is simpler by
 * {@value #MIN_GAIN_PERCENT} %.
 *
 * <p><b>Threading:</b> immutable.
 */
final class CallTime {
    /** Fewer calls give no line. */
    static final int MIN_CALLS = 20;
    /** Fewer calls give no interval: none of them would lie beyond it. */
    static final int MIN_SCATTER = 10;

    static final int MIN_GAIN_PERCENT = 5;
    /** How many tokens must lie between a tenth of the calls with least and a tenth with most. */
    static final long MIN_SPREAD = 20;

    private static final double SECOND = 1e9;
    private static final double MILLI = 1e6;

    private final ModelTimes.Model model;
    private final List<Call> calls;
    private final SizeFit fit;
    /** What the calls took more than foretold, each by the others. */
    private final double[] scatter;

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
        double[] off = off(best);
        this.medianError = middle(off);
        double least = medianError;
        if (sizes) {
            for (SizeFit.Shape shape : List.of(SizeFit.Shape.OUTPUT, SizeFit.Shape.OUTPUT_AND_INPUT)) {
                double[] others = off(shape);
                if (middle(others) < least * (100 - MIN_GAIN_PERCENT) / 100) {
                    best = shape;
                    off = others;
                    least = middle(others);
                }
            }
        }
        this.fit = SizeFit.of(calls, -1, best);
        this.scatter = off;
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

    /** Returns what each call took more than the others foretell; nothing for a single call. */
    private double[] off(SizeFit.Shape shape) {
        if (calls.size() < 2) {
            return new double[0];
        }
        double[] off = new double[calls.size()];
        for (int i = 0; i < off.length; i++) {
            Call call = calls.get(i);
            off[i] = call.nanos() - SizeFit.of(calls, i, shape).at(call.output(), call.input());
        }
        return off;
    }

    /** Returns by how much half of them are off at most: a few wild calls do not decide between shapes. */
    private static double middle(double[] off) {
        return off.length == 0 ? 0 : Median.of(Arrays.stream(off).map(Math::abs).toArray());
    }

    /** Answers whether there are enough calls to say how much their times scatter. */
    boolean hasScatter() {
        return scatter.length >= MIN_SCATTER;
    }

    /** Returns what a call of so many tokens takes; absent numbers are taken as those of a call in the middle. */
    long nanos(long output, long input) {
        return Math.max(quickest, Math.round(fit.at(output, input)));
    }

    /** Returns what it may take: with the scatter of one of the recorded calls. */
    long drawn(long output, long input, RandomGenerator random) {
        return Math.max(quickest, Math.round(fit.at(output, input) + scatter[random.nextInt(scatter.length)]));
    }

    /** Answers whether a call is larger than any that the time was learned from. */
    boolean isBeyond(long output) {
        return fit.shape() != SizeFit.Shape.MEDIAN && output > mostOutput;
    }

    /** Says what is used, from how many calls, and how well it does. */
    String words(String name) {
        String from = calls.size() < model.measured()
                ? String.format(Locale.ROOT, "%d of %,d calls of %s", calls.size(), model.measured(), name)
                : calls.size() == 1 ? "the only call of " + name : calls.size() + " calls of " + name;
        String line = switch (fit.shape()) {
            case MEDIAN ->
                String.format(
                        Locale.ROOT, "the median of %s, %.3f s, whatever the size", from, seconds(fit.at(-1, -1)));
            case OUTPUT ->
                String.format(
                        Locale.ROOT,
                        "%.3f s and %.2f ms for each output token, as %s show",
                        seconds(fit.base()),
                        fit.perOutput() / MILLI,
                        from);
            case OUTPUT_AND_INPUT ->
                String.format(
                        Locale.ROOT,
                        "%.3f s, %.2f ms for each output token and %.3f ms for each input token, as %s show",
                        seconds(fit.base()),
                        fit.perOutput() / MILLI,
                        fit.perInput() / MILLI,
                        from);
        };
        if (scatter.length == 0) {
            return line;
        }
        String off = String.format(
                Locale.ROOT, "; foretold by the others, half of them are off by %.3f s or less", seconds(error));
        return line
                + off
                + (fit.shape() == SizeFit.Shape.MEDIAN
                        ? ""
                        : String.format(Locale.ROOT, ", by the median alone %.3f s", seconds(medianError)));
    }

    private static double seconds(double nanos) {
        return nanos / SECOND;
    }
}
