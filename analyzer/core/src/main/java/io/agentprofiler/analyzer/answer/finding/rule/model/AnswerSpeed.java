// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The speed of a model: time to first token and time per output token. For streamed calls, both are recorded. For other calls, only
 * the total duration is known, and both are fitted to its growth with the output.
 *
 * <p>Of calls that succeeded, from their last request on where requests were recorded. Of whole answers up to {@value #MAX_WHOLE} are
 * kept, drawn evenly by a number that depends on the call alone.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class AnswerSpeed {
    /** The speeds of all models, by the label of the operation. */
    static final RuleInput<SortedMap<String, AnswerSpeed>> BY_MODEL = new RuleInput<>(
            TreeMap::new,
            AnswerSpeed::add,
            (into, more) -> more.forEach((model, speed) ->
                    into.computeIfAbsent(model, any -> new AnswerSpeed()).add(speed)));

    static final int MAX_WHOLE = 200;

    /** Number of calls from which the mean leaves out the first one, which may have opened the connection. */
    private static final int WITHOUT_FIRST = 5;

    /**
     * A streamed call.
     *
     * @param firstNanos from the request to the first token
     * @param furtherNanos from the first to the last token
     * @param further tokens after the first
     * @param reasoning tokens that the model reasoned with, before the first that is seen; 0 where that is not known
     */
    record Streamed(long startNanos, long span, long firstNanos, long furtherNanos, long further, long reasoning) {
        /** Minimum time per token. A faster stream was buffered and does not show the time to first token. */
        private static final long LEAST_TOKEN_NANOS = 200_000;

        private static final Comparator<Streamed> BY_START =
                Comparator.comparingLong(Streamed::startNanos).thenComparingLong(Streamed::span);

        /** Returns the parts of a call, {@code null} where its answer is not known to have been streamed. */
        static Streamed of(WorkflowScan workflow, Span call) {
            LatencySplit split = workflow.latency(call);
            long generation = split.nanos(LatencyPart.GENERATION);
            if (split.nanos(LatencyPart.FIRST_CHUNK) < 0 || generation < 0) {
                return null;
            }
            long reasoning = Math.max(0, call.tokens().reasoning());
            // a chunk holds a token or more
            long tokens = Math.max(call.chunks().count(), call.tokens().output() - reasoning);
            return call.chunks().count() < 2 || generation < (tokens - 1) * LEAST_TOKEN_NANOS
                    ? null
                    : new Streamed(
                            call.startNanos(),
                            call.id(),
                            split.nanos(LatencyPart.FIRST_CHUNK),
                            generation,
                            tokens - 1,
                            reasoning);
        }

        /** Returns the time per output token after the first. */
        double tokenNanos() {
            return furtherNanos / (double) further;
        }
    }

    /**
     * An answer that came as a whole.
     *
     * @param rank as good as random
     * @param nanos from the request to the answer
     * @param output its tokens
     * @param waited how long its workflow waited for the call
     */
    record Whole(long rank, long nanos, long output, long waited) {
        private static final Comparator<Whole> BY_RANK = Comparator.comparingLong(Whole::rank)
                .thenComparingLong(Whole::nanos)
                .thenComparingLong(Whole::output)
                .thenComparingLong(Whole::waited);
    }

    private long streamed;
    private long firstNanos;
    private long furtherNanos;
    private long further;
    private long reasoning;
    /** The streamed call that began first. */
    private Streamed earliest;

    private long whole;
    private final BoundedList<Whole> drawn = new BoundedList<>(MAX_WHOLE, Whole.BY_RANK);

    private static void add(SortedMap<String, AnswerSpeed> speeds, WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span) && span.isMeasured() && span.status() == SpanStatus.OK) {
                speeds.computeIfAbsent(Operation.of(span).label(), any -> new AnswerSpeed())
                        .add(workflow, span);
            }
        }
    }

    private void add(WorkflowScan workflow, Span call) {
        Streamed parts = Streamed.of(workflow, call);
        if (parts != null) {
            streamed++;
            firstNanos += parts.firstNanos();
            furtherNanos += parts.furtherNanos();
            further += parts.further();
            reasoning += parts.reasoning();
            earliest = earlier(parts);
        } else {
            whole++;
            drawn.add(new Whole(
                    SplitMix64.mix(
                            workflow.trace().id().high(), workflow.trace().id().low(), call.id()),
                    answerNanos(workflow, call),
                    call.tokens().output(),
                    workflow.waited(call)));
        }
    }

    /** Returns when the last request of a call began, the call itself where none was recorded. */
    static long requested(WorkflowScan workflow, Span call) {
        LatencySplit split = workflow.latency(call);
        return call.startNanos()
                + Math.max(0, split.nanos(LatencyPart.WAITING))
                + Math.max(0, split.nanos(LatencyPart.RETRYING));
    }

    /** Returns the time from the last request to the end of a call that was not streamed. */
    static long answerNanos(WorkflowScan workflow, Span call) {
        LatencySplit split = workflow.latency(call);
        return split.nanos(LatencyPart.ANSWER) >= 0
                ? split.nanos(LatencyPart.ANSWER)
                : Math.max(0, split.nanos(LatencyPart.FIRST_CHUNK)) + Math.max(0, split.nanos(LatencyPart.GENERATION));
    }

    private Streamed earlier(Streamed other) {
        return earliest == null || other != null && Streamed.BY_START.compare(other, earliest) < 0 ? other : earliest;
    }

    private void add(AnswerSpeed more) {
        streamed += more.streamed;
        firstNanos += more.firstNanos;
        furtherNanos += more.furtherNanos;
        further += more.further;
        reasoning += more.reasoning;
        earliest = earlier(more.earliest);
        whole += more.whole;
        drawn.add(more.drawn);
    }

    /** Returns the time to first token and the time per output token; {@code null} if the recording does not show them. */
    SpeedEstimate estimate() {
        // a few streamed answers say more than any number of whole ones, such as those that ask for tools
        if (streamed > 0 && streamed >= Math.min(whole, WITHOUT_FIRST)) {
            boolean without = streamed >= WITHOUT_FIRST;
            double calls = streamed - (without ? 1 : 0);
            double first = (firstNanos - (without ? earliest.firstNanos() : 0)) / calls;
            double token = (furtherNanos - (without ? earliest.furtherNanos() : 0))
                    / (double) (further - (without ? earliest.further() : 0));
            return SpeedEstimate.recorded(streamed, first, token);
        }
        return SpeedEstimate.modelled(whole, drawn.inOrder());
    }

    /** Returns the mean number of reasoning tokens of streamed calls. */
    double meanReasoning() {
        return streamed == 0 ? 0 : reasoning / (double) streamed;
    }

    /** Returns the mean time of calls that were not streamed; NaN if there are none. */
    double meanWholeNanos() {
        return drawn().stream().mapToLong(Whole::nanos).average().orElse(Double.NaN);
    }

    /** Returns the mean output tokens of calls that were not streamed; NaN unless known for each. */
    double meanWholeOutput() {
        return drawn().stream()
                .mapToDouble(call -> call.output() < 0 ? Double.NaN : call.output())
                .average()
                .orElse(Double.NaN);
    }

    /** Returns how long workflows waited for a part of all whole answers, which takes so long of each of them. */
    long waited(ToDoubleFunction<Whole> part) {
        double waited = drawn().stream()
                .mapToDouble(call ->
                        Math.min(call.waited(), Math.max(0, Math.min(call.nanos(), part.applyAsDouble(call)))))
                .average()
                .orElse(0);
        return Math.round(waited * whole);
    }

    private List<Whole> drawn() {
        return drawn.inOrder();
    }
}
