// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import io.agentprofiler.analyzer.answer.score.Quality.Judged;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.Comparator;
import java.util.List;

/**
 * The tokens of each model call of the workflows. Those of evaluators do not count.
 *
 * <p>Up to {@value #MAX_CALLS} calls that reported both numbers; of more, those that began first, which depends on the set only.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CallPoints {
    /** How many calls are kept. */
    public static final int MAX_CALLS = 20_000;

    /** The analysis. */
    public static final Analysis<CallPoints> ANALYSIS =
            Analysis.direct("tokens of calls", CallPoints::new, CallPoints::add, CallPoints::add);

    private static final Comparator<CallPoint> BY_START = Comparator.comparingLong(CallPoint::start)
            .thenComparing(CallPoint::trace)
            .thenComparingInt(CallPoint::span);

    private final BoundedList<CallPoint> points = new BoundedList<>(MAX_CALLS, BY_START);
    private long unknown;

    private CallPoints() {}

    /**
     * A call that reported both numbers.
     *
     * @param start nanoseconds since 1970
     * @param span index of its span in the trace
     * @param id id of its span
     * @param model model asked for
     * @param function name of the agent, tool, step or workflow that made it; "" where there is none
     * @param prompt tokens of the prompt, cached ones included
     * @param completion tokens of the answer
     */
    public record CallPoint(
            long start,
            TraceId trace,
            int span,
            long id,
            String model,
            String function,
            long prompt,
            long completion) {}

    private void add(Trace trace) {
        if (trace.isFragment()) {
            return;
        }
        boolean[] judged = Judged.of(trace);
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span) && !judged[span.index()]) {
                Tokens tokens = Calls.usage(span);
                if (tokens.input() < 0 || tokens.output() < 0) {
                    unknown++;
                } else {
                    points.add(new CallPoint(
                            span.startNanos(),
                            trace.id(),
                            span.index(),
                            span.id(),
                            Calls.model(span),
                            function(span),
                            tokens.input(),
                            tokens.output()));
                }
            }
        }
    }

    private static String function(Span call) {
        for (Span span = call.parent(); span != null; span = span.parent()) {
            switch (span.kind()) {
                case AGENT -> {
                    return Calls.agent(span);
                }
                case TOOL -> {
                    return Calls.tool(span);
                }
                case FUNCTION, WORKFLOW -> {
                    return span.name();
                }
                default -> {
                    // a request, or a call that wraps this one
                }
            }
        }
        return "";
    }

    private void add(CallPoints more) {
        points.add(more.points);
        unknown += more.unknown;
    }

    /** Returns the calls by start. */
    List<CallPoint> points() {
        return points.inOrder();
    }

    /** Returns how many calls there were more that reported both numbers. */
    long dropped() {
        return points.dropped();
    }

    /** Returns how many calls did not report both numbers. */
    long unknown() {
        return unknown;
    }
}
