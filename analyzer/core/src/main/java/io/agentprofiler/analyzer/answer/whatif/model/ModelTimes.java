// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long the calls of each model took, by their size, and how many succeeded.
 *
 * <p>Of each model up to {@value #MAX_CALLS} calls are kept, drawn evenly: by a number that is as good as random and
 * depends on the call alone, so the order of reading does not matter.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ModelTimes {
    /** How many calls of a model are kept. */
    public static final int MAX_CALLS = 200;

    /** Learning from a call compares it with all others, twice for each, so this takes a fortieth of the time. */
    private static final int FEW_CALLS = 50;

    /** The analysis. */
    public static final Analysis<ModelTimes> ANALYSIS = of("times of models", MAX_CALLS);

    /** The same of fewer calls, for what is only tried. */
    public static final Analysis<ModelTimes> FEW = of("times of models, of few calls", FEW_CALLS);

    /**
     * A call that succeeded, with both ends recorded.
     *
     * @param rank as good as random
     * @param nanos the length of its {@linkplain ModelPart model's part}
     * @param input input tokens that were not read from a cache, absent where not known
     * @param output output tokens, absent where not known
     * @param perOutput nanoseconds between two output tokens of a streamed answer; {@link Double#NaN} where it does not show that
     */
    record TimedModelCall(long rank, long nanos, long input, long output, double perOutput) {
        /** A shorter part of the call in chunks shows that something held the answer back and passed it on at once. */
        private static final double MIN_GENERATION = 0.02;
        /** While an application handles a chunk for longer, the next ones pile up in the connection: they do not show the model's pace. */
        private static final double MAX_HANDLER = 0.2;

        private static final Comparator<TimedModelCall> BY_RANK = Comparator.comparingLong(TimedModelCall::rank)
                .thenComparingLong(TimedModelCall::nanos)
                .thenComparingLong(TimedModelCall::input)
                .thenComparingLong(TimedModelCall::output)
                .thenComparingDouble(TimedModelCall::perOutput);

        private static TimedModelCall of(long rank, Span span) {
            ModelPart part = ModelPart.of(span);
            long output = span.tokens().output();
            return new TimedModelCall(rank, part.nanos(), processed(span), output, perOutput(span, part, output));
        }

        /**
         * A stream of n chunks has n - 1 intervals, as its first chunk holds tokens, too. Reasoning that is not streamed
         * is before the first chunk: such an answer does not show how long a token takes.
         */
        private static double perOutput(Span span, ModelPart part, long output) {
            boolean shown = part.chunks() > 1
                    && output > 1
                    && span.tokens().reasoning() <= 0
                    && part.generationNanos() >= part.nanos() * MIN_GENERATION
                    && part.handlerNanos() <= part.generationNanos() * MAX_HANDLER;
            return shown
                    ? part.generationNanos() * (double) part.chunks() / ((part.chunks() - 1) * (double) output)
                    : Double.NaN;
        }

        boolean isSized() {
            return input >= 0 && output >= 0;
        }

        /** Answers whether the call alone shows how long each of its tokens took. */
        boolean isStreamed() {
            return isSized() && perOutput >= 0;
        }

        /** Returns the part of the time of a streamed call that is before its output, so to speak: that of no token. */
        double base() {
            return nanos - perOutput * output;
        }
    }

    /** Returns how many input tokens a model has to process for a call, absent where not known. */
    static long processed(Span call) {
        return processed(call.tokens());
    }

    /** Returns the same of the tokens of a call. */
    static long processed(Tokens tokens) {
        long input = tokens.input();
        return input < 0 ? input : Math.max(0, input - Math.max(0, tokens.cacheRead()));
    }

    /** The calls of a model. */
    public static final class Model {
        private long calls;
        private long succeeded;
        private long measured;
        private final BoundedList<TimedModelCall> drawn;
        private CallTime learned;

        private Model(int most) {
            drawn = new BoundedList<>(most, TimedModelCall.BY_RANK);
        }

        private void add(Trace trace, Span span) {
            learned = null;
            calls++;
            if (span.status() != SpanStatus.OK) {
                return;
            }
            succeeded++;
            if (span.isMeasured()) {
                measured++;
                long rank = SplitMix64.mix(trace.id().high(), trace.id().low(), span.id());
                drawn.add(TimedModelCall.of(rank, span));
            }
        }

        private void add(Model more) {
            learned = null;
            calls += more.calls;
            succeeded += more.succeeded;
            measured += more.measured;
            drawn.add(more.drawn);
        }

        /** Returns how many calls there were, failed ones included. */
        public long calls() {
            return calls;
        }

        /** Returns how many of them succeeded. */
        public long succeeded() {
            return succeeded;
        }

        /** Returns how many of those have both ends. */
        long measured() {
            return measured;
        }

        /** Returns the calls that are kept, in no meaningful order. */
        public List<TimedModelCall> drawn() {
            return drawn.inOrder();
        }

        /** Returns what can be learned from them, {@code null} where there are none. Learned once, as long as no call is added. */
        CallTime time() {
            if (learned == null) {
                learned = CallTime.of(this);
            }
            return learned;
        }
    }

    private final int most;

    private final SortedMap<String, Model> byModel = new TreeMap<>();

    private ModelTimes(int most) {
        this.most = most;
    }

    private static Analysis<ModelTimes> of(String name, int most) {
        return Analysis.direct(
                name,
                () -> new ModelTimes(most),
                ModelTimes::add,
                (into, more) ->
                        more.byModel.forEach((model, times) -> into.times(model).add(times)));
    }

    private void add(Trace trace) {
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span)) {
                times(Calls.model(span)).add(trace, span);
            }
        }
    }

    private Model times(String model) {
        return byModel.computeIfAbsent(model, any -> new Model(most));
    }

    /** Returns the calls by the model asked for. */
    public SortedMap<String, Model> byModel() {
        return Collections.unmodifiableSortedMap(byModel);
    }
}
