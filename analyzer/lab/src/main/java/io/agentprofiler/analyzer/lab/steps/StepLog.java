// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The model calls and tool runs of all workflows, of which {@link Programs} makes steps: a program may go on in another workflow.
 *
 * <p>Up to {@value #MOST} of each; of more, those that began first. Which ones depends on the set only.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class StepLog {
    /** How many calls, and how many tool runs, are kept. */
    public static final int MOST = 200_000;

    /** The analysis. */
    public static final Analysis<StepLog> ANALYSIS =
            Analysis.direct("step log", StepLog::new, StepLog::add, StepLog::add);

    private final BoundedList<ModelCall> calls = new BoundedList<>(MOST, ModelCall.BY_START);
    private final BoundedList<ToolRun> tools = new BoundedList<>(MOST, ToolRun.BY_START);

    private final BoundedList<OpenCall> open = new BoundedList<>(MOST, OpenCall.BY_START);
    private final BoundedList<ToldProgram> told = new BoundedList<>(MOST, ToldProgram.BY_ORDER);

    private StepLog() {}

    private void add(Trace trace) {
        String only = onlyConversation(trace);
        for (Span span : trace.spans()) {
            String conversation = span.conversation() == null ? only : span.conversation();
            if (Calls.isModelCall(span)) {
                if (span.status() == SpanStatus.UNFINISHED) {
                    open.add(new OpenCall(trace.id(), conversation, span.startNanos()));
                } else {
                    calls.add(ModelCall.of(trace, span, conversation));
                }
            } else if (span.kind() == SpanKind.TOOL && span.isMeasured()) {
                tools.add(new ToolRun(trace.id(), conversation, span.startNanos(), span.endNanos()));
            } else if (span.kind() == SpanKind.AGENT) {
                ToldProgram program = ToldProgram.of(trace, span, conversation);
                if (program != null) {
                    told.add(program);
                }
            }
        }
    }

    /** Frameworks name the conversation at some spans of a workflow only: where it names one, all is of that. */
    private static String onlyConversation(Trace trace) {
        Set<String> named = new HashSet<>();
        for (Span span : trace.spans()) {
            if (span.conversation() != null) {
                named.add(span.conversation());
            }
        }
        return named.size() == 1 ? named.iterator().next() : null;
    }

    private void add(StepLog more) {
        calls.add(more.calls);
        tools.add(more.tools);
        open.add(more.open);
        told.add(more.told);
    }

    List<ModelCall> calls() {
        return calls.inOrder();
    }

    List<ToolRun> tools() {
        return tools.inOrder();
    }

    List<OpenCall> open() {
        return open.inOrder();
    }

    List<ToldProgram> told() {
        return told.inOrder();
    }

    /** Returns how many calls there were more, which began after those kept. */
    public long dropped() {
        return calls.dropped();
    }

    /**
     * A call of a model that has not ended, or whose end is not in the files: no step yet.
     *
     * @param conversation the conversation it is part of, or {@code null}
     * @param startNanos nanoseconds since 1970
     */
    record OpenCall(TraceId trace, String conversation, long startNanos) {
        /** In the order they began. */
        static final Comparator<OpenCall> BY_START =
                Comparator.comparingLong(OpenCall::startNanos).thenComparing(OpenCall::trace);
    }

    /**
     * A program of which nothing but means is told.
     *
     * @param conversation its id, or {@code null}
     * @param order keeps programs in the order they were told
     * @param told what is told
     */
    record ToldProgram(TraceId trace, String conversation, long order, AttributeSet told) {
        /** In the order they were told. */
        static final Comparator<ToldProgram> BY_ORDER =
                Comparator.comparingLong(ToldProgram::order).thenComparing(ToldProgram::trace);

        /** Returns the program of an agent, {@code null} where its steps are recorded. */
        static ToldProgram of(Trace trace, Span agent, String conversation) {
            return agent.attributes().get(StepAttributes.COUNT) == null
                    ? null
                    : new ToldProgram(trace.id(), conversation, agent.startNanos(), agent.attributes());
        }

        StepSums sums() {
            StepSums sums = new StepSums();
            sums.addMeans(
                    told.number(StepAttributes.COUNT),
                    told.number(StepAttributes.PREFILL),
                    told.number(StepAttributes.DECODE),
                    told.number(StepAttributes.PAUSE),
                    told.number(StepAttributes.OUTSIDE),
                    told.get(StepAttributes.KV_HIT_RATE) instanceof Number rate ? rate.doubleValue() : Double.NaN);
            return sums;
        }
    }

    /**
     * When a tool ran.
     *
     * @param conversation the conversation it ran for, or {@code null}
     * @param startNanos nanoseconds since 1970
     * @param endNanos nanoseconds since 1970
     */
    record ToolRun(TraceId trace, String conversation, long startNanos, long endNanos) {
        /** In the order they began. */
        static final Comparator<ToolRun> BY_START = Comparator.comparingLong(ToolRun::startNanos)
                .thenComparingLong(ToolRun::endNanos)
                .thenComparing(ToolRun::trace);
    }
}
