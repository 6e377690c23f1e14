// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.whatif.goal.GoalFigure;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep.Risk;
import io.agentprofiler.analyzer.answer.whatif.model.ModelSwap;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Final answers that were not streamed are: people see their beginning earlier; nothing ends earlier. */
public final class StreamStep extends PlanStep {
    private final FirstChunks times;

    public StreamStep(FirstChunks times) {
        super(
                5,
                "stream final answers that are not streamed",
                Risk.LOW,
                "answers stay the same; what checks whole answers before people see them no longer can",
                EnumSet.of(GoalFigure.FIRST_CHUNK));
        this.times = times;
    }

    @Override
    public List<String> evidence() {
        List<String> lines = new ArrayList<>();
        times.known()
                .forEach((model, nanos) -> lines.add(model + ": half of its streamed answers begin within "
                        + Units.duration(nanos) + " of their request"));
        return lines;
    }

    /** A call may go to a model whose streamed answers show when they begin. */
    @Override
    public boolean dependsOnOthers() {
        return true;
    }

    @Override
    public boolean apply(Draft draft) {
        Span call = Draft.finalCall(draft.trace());
        if (call == null
                || !draft.isMade(call)
                || call.status() != SpanStatus.OK
                || call.chunks() != null && call.chunks().count() > 0) {
            return false;
        }
        ModelSwap swap = draft.swapOf(call);
        OptionalLong begins = times.typical(swap == null ? Calls.model(call) : swap.to());
        begins.ifPresent(nanos -> draft.setBegin(call, nanos));
        return begins.isPresent();
    }

    /**
     * How long after their requests the streamed answers of each model begin.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    public static final class FirstChunks {
        /** Fewer calls say nothing. */
        static final int MIN_CALLS = 5;

        private static final double MEDIAN = 50;

        /** The analysis. */
        public static final Analysis<FirstChunks> ANALYSIS =
                Analysis.direct("first chunks of models", FirstChunks::new, FirstChunks::add, FirstChunks::add);

        private final SortedMap<String, Distribution> byModel = new TreeMap<>();

        private FirstChunks() {}

        private void add(Trace trace) {
            for (Span span : trace.spans()) {
                if (Calls.isModelCall(span)
                        && span.status() == SpanStatus.OK
                        && span.isMeasured()
                        && span.chunks() != null
                        && span.chunks().count() > 1) {
                    of(Calls.model(span)).addIfKnown(LatencySplit.of(span).nanos(LatencyPart.FIRST_CHUNK));
                }
            }
        }

        private void add(FirstChunks more) {
            more.byModel.forEach((model, times) -> of(model).add(times));
        }

        private Distribution of(String model) {
            return byModel.computeIfAbsent(model, any -> new Distribution());
        }

        /** Returns the median of a model in nanoseconds, or nothing where fewer than {@value #MIN_CALLS} of its answers were streamed. */
        public OptionalLong typical(String model) {
            Distribution times = byModel.get(model);
            return times == null || times.count() < MIN_CALLS
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.round(times.percentile(MEDIAN)));
        }

        /** Returns the medians of all models that have one. */
        public SortedMap<String, Long> known() {
            SortedMap<String, Long> known = new TreeMap<>();
            byModel.keySet().forEach(model -> typical(model).ifPresent(nanos -> known.put(model, nanos)));
            return known;
        }
    }
}
