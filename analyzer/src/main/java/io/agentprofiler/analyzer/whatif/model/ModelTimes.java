// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.model;

import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.stat.BoundedList;
import io.agentprofiler.analyzer.stat.SplitMix64;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
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

    /** The analysis. */
    public static final Analysis<ModelTimes> ANALYSIS = Analysis.of(
            "times of models",
            ModelTimes::new,
            ModelTimes::add,
            (into, more) ->
                    more.byModel.forEach((model, times) -> into.times(model).add(times)));

    /**
     * A call that succeeded, with both ends recorded.
     *
     * @param rank as good as random
     * @param input input tokens, absent where not known
     * @param output output tokens, absent where not known
     */
    record Call(long rank, long nanos, long input, long output) {
        private static final Comparator<Call> BY_RANK = Comparator.comparingLong(Call::rank)
                .thenComparingLong(Call::nanos)
                .thenComparingLong(Call::input)
                .thenComparingLong(Call::output);
    }

    /** The calls of a model. */
    public static final class Model {
        private long calls;
        private long succeeded;
        private long measured;
        private final BoundedList<Call> drawn = new BoundedList<>(MAX_CALLS, Call.BY_RANK);

        private void add(Trace trace, Span span) {
            calls++;
            if (span.status() != SpanStatus.OK) {
                return;
            }
            succeeded++;
            if (span.isMeasured()) {
                measured++;
                long rank = SplitMix64.mix(trace.id().high(), trace.id().low(), span.id());
                drawn.add(new Call(
                        rank,
                        span.durationNanos(),
                        span.tokens().input(),
                        span.tokens().output()));
            }
        }

        private void add(Model more) {
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
        public List<Call> drawn() {
            return drawn.inOrder();
        }
    }

    private final SortedMap<String, Model> byModel = new TreeMap<>();

    private ModelTimes() {}

    private void add(Trace trace) {
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span)) {
                times(Calls.model(span)).add(trace, span);
            }
        }
    }

    private Model times(String model) {
        return byModel.computeIfAbsent(model, any -> new Model());
    }

    /** Returns the calls by the model asked for. */
    public SortedMap<String, Model> byModel() {
        return Collections.unmodifiableSortedMap(byModel);
    }
}
