// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Every workflow with its model and tool calls in the order they began: for questions about how workflows follow or
 * overlap each other.
 *
 * <p>Up to {@value #MAX_WORKFLOWS} workflows and {@value #MAX_CALLS} calls; of more, the workflows that began first are
 * kept, which is a stretch of the run in full. Which ones depends on the set only.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class WorkflowLog {
    /** How many workflows are kept. */
    public static final int MAX_WORKFLOWS = 200_000;

    /** How many calls are kept. */
    public static final int MAX_CALLS = 500_000;

    /** The analysis. */
    public static final Analysis<WorkflowLog> ANALYSIS =
            Analysis.direct("workflow log", WorkflowLog::new, WorkflowLog::add, WorkflowLog::add);

    private static final Comparator<LoggedWorkflow> BY_START = Comparator.comparingLong(LoggedWorkflow::start)
            .thenComparingLong(LoggedWorkflow::end)
            .thenComparing(LoggedWorkflow::trace);

    private List<LoggedWorkflow> entries = new ArrayList<>(1);
    private long calls;
    private long dropped;

    private WorkflowLog() {}

    /**
     * A workflow. Times are nanoseconds since 1970.
     *
     * @param trace its id
     * @param name name of its first span
     * @param start when it began
     * @param end when it ended
     * @param measured whether both ends were recorded, in order
     * @param ok whether it succeeded
     * @param calls its model and tool calls whose both ends were recorded, by start
     */
    public record LoggedWorkflow(
            TraceId trace, String name, long start, long end, boolean measured, boolean ok, List<Call> calls) {}

    /**
     * A model or tool call.
     *
     * @param name model or tool
     * @param tool whether it is a tool run
     * @param start nanoseconds since 1970
     * @param end nanoseconds since 1970
     * @param input input tokens, {@link io.agentprofiler.analyzer.base.stat.Unknown#LONG} where not known
     * @param output output tokens, absent where not known
     * @param ok whether it succeeded
     */
    public record Call(String name, boolean tool, long start, long end, long input, long output, boolean ok) {
        /** Returns the length in nanoseconds. */
        public long nanos() {
            return end - start;
        }
    }

    private static LoggedWorkflow entry(Trace trace) {
        List<Call> calls = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (Calls.isCall(span) && span.isMeasured()) {
                boolean tool = span.kind() == SpanKind.TOOL;
                Tokens usage = Calls.usage(span);
                calls.add(new Call(
                        tool ? Calls.tool(span) : Calls.model(span),
                        tool,
                        span.startNanos(),
                        span.endNanos(),
                        usage.input(),
                        usage.output(),
                        span.status() == SpanStatus.OK));
            }
        }
        // stable: calls that began at one moment stay in the order of the tree
        calls.sort(Comparator.comparingLong(Call::start));
        Span root = trace.root();
        return new LoggedWorkflow(
                trace.id(),
                root.name(),
                trace.startNanos(),
                trace.endNanos(),
                root.isMeasured(),
                root.status() == SpanStatus.OK,
                List.copyOf(calls));
    }

    private void add(Trace trace) {
        if (!trace.isFragment()) {
            add(entry(trace));
        }
    }

    private void add(WorkflowLog more) {
        more.entries.forEach(this::add);
        dropped += more.dropped;
    }

    private void add(LoggedWorkflow entry) {
        entries.add(entry);
        calls += entry.calls().size();
        if (entries.size() >= 2 * MAX_WORKFLOWS || calls >= 2L * MAX_CALLS && entries.size() > 1) {
            keepFirst();
        }
    }

    private void keepFirst() {
        entries.sort(BY_START);
        int kept = 0;
        long keptCalls = 0;
        while (kept < entries.size()
                && kept < MAX_WORKFLOWS
                && (kept == 0 || keptCalls + entries.get(kept).calls().size() <= MAX_CALLS)) {
            keptCalls += entries.get(kept++).calls().size();
        }
        dropped += entries.size() - kept;
        entries = new ArrayList<>(entries.subList(0, kept));
        calls = keptCalls;
    }

    /** Returns the workflows by start. */
    public List<LoggedWorkflow> entries() {
        keepFirst();
        return List.copyOf(entries);
    }

    /** Returns how many workflows there were more, which began after those kept. */
    public long dropped() {
        keepFirst();
        return dropped;
    }
}
