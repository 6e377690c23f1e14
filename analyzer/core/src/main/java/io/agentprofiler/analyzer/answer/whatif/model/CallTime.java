// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes.TimedModelCall;
import io.agentprofiler.analyzer.answer.whatif.model.SizeFit.FitShape;
import io.agentprofiler.analyzer.answer.whatif.model.SizeFit.Residual;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How long a call of a model takes, learned from its own recorded calls: from the base and the time of a token that each streamed
 * call shows, from a line over output tokens, or from a plane over output and input tokens, whichever predicts each of the calls
 * best from all the others (leave-one-out). Where the calls show none of these, their median stands for calls of their size only.
 *
 * <p>Lines are Theil-Sen estimates: the median of the slopes between all pairs, which tolerates up to 29 % of outliers.
 *
 * <p>The error of a prediction has two parts. That of what was learned is found by learning again from calls drawn at random from
 * the calls (the bootstrap); it is the same for all calls that are predicted, and grows with the distance from the sizes that were
 * seen. That of a single call is the error of one of the calls. Both are widened by Student's t, as few calls show too little of
 * how calls differ.
 *
 * <p><b>Threading:</b> immutable.
 */
final class CallTime {
    /** How often the model's times are learned again, each time from other calls. */
    static final int DRAWS = 100;
    /** Fewer calls say nothing. */
    static final int MIN_CALLS = 5;
    /** Fewer calls give no line. */
    static final int MIN_LINE = 20;
    /** The least difference of output tokens between the lowest and the highest tenth of the calls of a line. */
    static final long MIN_OUTPUT_SPREAD = 20;
    /** The same of input tokens; so far from those seen, input is taken to change nothing that counts. */
    static final long MIN_INPUT_SPREAD = 500;

    /** By how many percent a shape has to be better than a simpler one. */
    private static final int MIN_GAIN = 5;
    /** The same for a line against streamed calls: these still tell far from the sizes that were seen, unless they are quite wrong. */
    private static final int MIN_GAIN_OF_LINE = 50;

    private static final double NEAR = 0.1;
    private static final long NEAR_TOKENS = 2;
    private static final double TAIL = 0.01;

    private final long measured;
    /** Those of which the sizes are known. */
    private final List<TimedModelCall> sized;
    /** Those that the time was learned from. */
    private final List<TimedModelCall> calls;
    /** {@code null} where nothing was learned. */
    private final SizeFit fit;

    private final List<Draw> draws = new ArrayList<>();
    private final double widening;
    /** The median error of predicting a call from the others, in nanoseconds. */
    private final double error;

    /** What another set of calls would have shown. */
    private record Draw(SizeFit fit, List<Residual> residuals) {}

    private CallTime(List<TimedModelCall> all, long measured) {
        this.measured = measured;
        this.sized = all.stream().filter(TimedModelCall::isSized).toList();
        List<TimedModelCall> streamed =
                sized.stream().filter(TimedModelCall::isStreamed).toList();
        List<FitShape> shapes = shapes(sized, streamed);
        FitShape best = null;
        double least = Double.MAX_VALUE;
        for (FitShape shape : shapes) {
            double off = error(shape.isStream() ? streamed : sized, shape);
            boolean another = best != null && best.isStream() && !shape.isStream();
            if (best == null || off < least * (100 - (another ? MIN_GAIN_OF_LINE : MIN_GAIN)) / 100) {
                best = shape;
                least = off;
            }
        }
        this.error = least;
        this.calls = best == null ? List.of() : best.isStream() ? streamed : sized;
        this.fit = best == null ? null : SizeFit.of(calls, best);
        this.widening = best == null ? 1 : widening(calls.size(), best);
        for (int i = 0; i < DRAWS && best != null; i++) {
            draws.add(draw(best, new SplittableRandom(SplitMix64.mix(i))));
        }
    }

    /**
     * Learns from a model's calls.
     *
     * @return {@code null} where none has a recorded time
     */
    static CallTime of(ModelTimes.Model model) {
        return model == null || model.drawn().isEmpty() ? null : of(model.drawn(), model.measured());
    }

    /**
     * Learns from calls.
     *
     * @param measured how many of the model's calls were recorded from start to end, of which these were drawn
     */
    static CallTime of(List<TimedModelCall> calls, long measured) {
        return new CallTime(calls, measured);
    }

    /** Returns what can be learned from calls, the simplest first. */
    private static List<FitShape> shapes(List<TimedModelCall> sized, List<TimedModelCall> streamed) {
        List<FitShape> shapes = new ArrayList<>();
        if (streamed.size() >= MIN_CALLS) {
            shapes.add(FitShape.STREAM);
            if (showsInput(streamed)) {
                shapes.add(FitShape.STREAM_AND_INPUT);
            }
        }
        if (sized.size() >= MIN_LINE && spread(sized, TimedModelCall::output) >= MIN_OUTPUT_SPREAD) {
            shapes.add(FitShape.OUTPUT);
            if (showsInput(sized)) {
                shapes.add(FitShape.OUTPUT_AND_INPUT);
            }
        }
        if (shapes.isEmpty() && sized.size() >= MIN_CALLS) {
            shapes.add(FitShape.MEDIAN);
        }
        return shapes;
    }

    private static boolean showsInput(List<TimedModelCall> calls) {
        return calls.size() >= MIN_LINE && spread(calls, TimedModelCall::input) >= MIN_INPUT_SPREAD;
    }

    private static long spread(List<TimedModelCall> calls, ToLongFunction<TimedModelCall> size) {
        long[] sizes = calls.stream().mapToLong(size).sorted().toArray();
        int tenth = sizes.length / 10;
        return sizes[sizes.length - 1 - tenth] - sizes[tenth];
    }

    /** Returns the median absolute error of predicting each call from the others: a few outliers do not decide between shapes. */
    private static double error(List<TimedModelCall> calls, FitShape shape) {
        double[] errors = new double[calls.size()];
        for (int i = 0; i < errors.length; i++) {
            List<TimedModelCall> others = new ArrayList<>(calls);
            TimedModelCall call = others.remove(i);
            errors[i] = Math.abs(call.nanos() - SizeFit.of(others, shape).at(call.output(), call.input()));
        }
        return Median.of(errors);
    }

    /**
     * Returns how much wider the errors of calls are than those that are left after learning from them. What is left of n calls is
     * by the square root of n to the degrees of freedom too small, and drawing calls from them loses as much once more.
     */
    private static double widening(int calls, FitShape shape) {
        int learned = 1 + (shape.hasOutput() ? 1 : 0) + (shape.hasInput() ? 1 : 0);
        int free = Math.max(1, calls - learned);
        return TDistribution.of(free).inverseSurvivalProbability(TAIL)
                / NormalDistribution.of(0, 1).inverseSurvivalProbability(TAIL)
                * calls
                / free;
    }

    private Draw draw(FitShape shape, RandomGenerator random) {
        List<TimedModelCall> drawn = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            drawn.add(calls.get(random.nextInt(calls.size())));
        }
        SizeFit learned = SizeFit.of(drawn, shape);
        return new Draw(learned, drawn.stream().map(learned::residual).toList());
    }

    /** Answers whether the model's calls show how long one of so many tokens takes; absent numbers are unknown. */
    boolean tells(long output, long input) {
        return fit != null
                && output >= 0
                && input >= 0
                && (fit.shape().hasOutput() || isNear(output))
                && (fit.shape().hasInput() || isNearInput(input));
    }

    private boolean isNear(long output) {
        return output >= least(TimedModelCall::output) * (1 - NEAR) - NEAR_TOKENS
                && output <= most(TimedModelCall::output) * (1 + NEAR) + NEAR_TOKENS;
    }

    /** A prompt may lie as far outside of those seen as those are apart. */
    private boolean isNearInput(long input) {
        long apart = Math.max(MIN_INPUT_SPREAD, most(TimedModelCall::input) - least(TimedModelCall::input));
        return input >= least(TimedModelCall::input) - apart && input <= most(TimedModelCall::input) + apart;
    }

    private long least(ToLongFunction<TimedModelCall> size) {
        return calls.stream().mapToLong(size).min().orElse(0);
    }

    private long most(ToLongFunction<TimedModelCall> size) {
        return calls.stream().mapToLong(size).max().orElse(0);
    }

    /** Answers whether a call is shorter or longer than all that the time was learned from. */
    boolean isOutside(long output) {
        return output < least(TimedModelCall::output) || output > most(TimedModelCall::output);
    }

    /**
     * Returns a random time for it.
     *
     * @param draw which of the {@value #DRAWS} sets of calls to learn from: the same one for all calls of a simulation
     */
    long random(long output, long input, int draw, RandomGenerator random) {
        Draw drawn = draws.get(draw);
        double expected = fit.at(output, input);
        double off = drawn.fit().at(output, input)
                - expected
                + drawn.residuals()
                        .get(random.nextInt(drawn.residuals().size()))
                        .at(output);
        return Math.max(0, Math.round(expected + widening * off));
    }

    /** Describes what was learned: from how many calls, and how well it fits. */
    String words(String name) {
        return CallTimeWords.of(name, measured, sized, calls, fit, error);
    }

    /** Describes for people what was learned of the time of a model's calls. */
    private static final class CallTimeWords {
        private static final double SECOND = 1e9;
        private static final double MILLI = 1e6;

        private CallTimeWords() {}

        /**
         * Returns one line.
         *
         * @param name name of the model
         * @param measured how many of its calls were recorded from start to end
         * @param sized those of the ones drawn whose tokens are known
         * @param calls those that the time was learned from
         * @param fit what was learned, {@code null} if nothing
         * @param error the median error of a prediction in nanoseconds
         */
        static String of(
                String name,
                long measured,
                List<TimedModelCall> sized,
                List<TimedModelCall> calls,
                SizeFit fit,
                double error) {
            if (fit == null) {
                return sized.isEmpty()
                        ? "cannot tell: the calls of " + name + " do not report their tokens"
                        : "cannot tell: only " + Units.count(sized.size(), "call") + " of " + name
                                + " with known tokens, and " + CallTime.MIN_CALLS + " are needed";
            }
            String streamed = fit.shape().isStream() ? "streamed " : "";
            String from = (calls.size() < measured ? calls.size() + " of " + Units.count(measured) : "" + calls.size())
                    + " " + streamed + "calls of " + name;
            String line = switch (fit.shape()) {
                case MEDIAN ->
                    String.format(
                            Locale.ROOT,
                            "the median of %s, %.3f s, for calls of %s output tokens only: they do not show how time grows with"
                                    + " tokens (that takes streamed answers, or %d calls of different length)",
                            from,
                            fit.base() / SECOND,
                            range(calls, TimedModelCall::output),
                            CallTime.MIN_LINE);
                case STREAM, OUTPUT ->
                    String.format(
                            Locale.ROOT,
                            "%.3f s and %.2f ms for each output token, learned from %s",
                            fit.base() / SECOND,
                            fit.perOutput() / MILLI,
                            from);
                case STREAM_AND_INPUT, OUTPUT_AND_INPUT ->
                    String.format(
                            Locale.ROOT,
                            "%.3f s, %.2f ms for each output token and %.3f ms for each input token, learned from %s",
                            fit.base() / SECOND,
                            fit.perOutput() / MILLI,
                            fit.perInput() / MILLI,
                            from);
            };
            String sizes =
                    fit.shape().hasOutput() ? " (" + range(calls, TimedModelCall::output) + " output tokens)" : "";
            return line
                    + sizes
                    + String.format(
                            Locale.ROOT,
                            "; predicted from the others, half of them are off by %.3f s or less",
                            error / SECOND);
        }

        private static String range(List<TimedModelCall> calls, ToLongFunction<TimedModelCall> size) {
            long least = calls.stream().mapToLong(size).min().orElse(0);
            long most = calls.stream().mapToLong(size).max().orElse(0);
            return least == most ? Units.count(least) : Units.count(least) + " to " + Units.count(most);
        }
    }
}
