// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.answer.critical.latency.LatencyPart;
import io.agentprofiler.analyzer.answer.critical.latency.LatencySplit;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.PrefillSlope;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The times of models by prompt length: to the first chunk of streamed answers, and to the end of other answers of about typical
 * length.
 *
 * <p>Of each model up to {@value #MAX_CALLS} calls are kept, drawn evenly, by a number that depends on the call alone.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ReadingTimes {
    /** The times of calls that succeeded. */
    public static final RuleInput<ReadingTimes> OF_CALLS = new RuleInput<>(
            ReadingTimes::new,
            ReadingTimes::add,
            (into, more) ->
                    more.byModel.forEach((model, calls) -> into.calls(model).add(calls)));

    static final int MAX_CALLS = 300;
    /** Maximum difference from the median length, in tokens or as a share of it, for answers that count as alike. */
    private static final double ALIKE_TOKENS = 10;

    private static final double ALIKE_PART = 0.2;

    /** A call, with the output of an answer that came as a whole, negative of one that did not. */
    private record Call(long rank, long fresh, long output, long nanos) {
        static final Comparator<Call> BY_RANK = Comparator.comparingLong(Call::rank)
                .thenComparingLong(Call::fresh)
                .thenComparingLong(Call::output)
                .thenComparingLong(Call::nanos);
    }

    private final Map<String, BoundedList<Call>> byModel = new HashMap<>();

    private ReadingTimes() {}

    private void add(WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span)
                    && span.isMeasured()
                    && span.status() == SpanStatus.OK
                    && span.tokens().input() > 0) {
                add(workflow, span);
            }
        }
    }

    private void add(WorkflowScan workflow, Span call) {
        LatencySplit split = workflow.latency(call);
        long first = split.nanos(LatencyPart.FIRST_CHUNK);
        long output = first >= 0 ? -1 : call.tokens().output();
        if (first < 0 && output < 0) {
            return;
        }
        long rank = SplitMix64.mix(
                workflow.trace().id().high(), workflow.trace().id().low(), call.id());
        BoundedList<Call> calls = calls(Calls.model(call));
        if (calls.bound() != null && rank > calls.bound().rank()) {
            calls.drop();
            return;
        }
        calls.add(new Call(
                rank,
                Math.max(0, call.tokens().input() - Math.max(0, call.tokens().cacheRead())),
                output,
                first >= 0 ? first : Math.max(0, split.nanos(LatencyPart.ANSWER))));
    }

    private BoundedList<Call> calls(String model) {
        return byModel.computeIfAbsent(model, any -> new BoundedList<>(MAX_CALLS, Call.BY_RANK));
    }

    /** Returns the time per prompt token of a model; empty if its calls do not show it. */
    public Optional<PrefillSlope> slope(String model) {
        List<Call> all = calls(model).inOrder();
        List<Call> streamed = all.stream().filter(call -> call.output() < 0).toList();
        if (2 * streamed.size() >= all.size()) {
            return slope(streamed);
        }
        List<Call> whole = all.stream().filter(call -> call.output() >= 0).toList();
        double usual = Median.of(whole.stream().mapToDouble(Call::output).toArray());
        double within = Math.max(ALIKE_TOKENS, ALIKE_PART * usual);
        return slope(whole.stream()
                .filter(call -> Math.abs(call.output() - usual) <= within)
                .toList());
    }

    private static Optional<PrefillSlope> slope(List<Call> calls) {
        return PrefillSlope.of(calls.stream()
                .map(call -> new PrefillSlope.Sample(call.fresh(), call.nanos()))
                .toList());
    }
}
