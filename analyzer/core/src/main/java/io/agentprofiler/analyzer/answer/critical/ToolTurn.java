// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Tool calls that one model answer requested and that ran one after another. A model call precedes them in their parent, and nothing
 * but memory accesses for their results lies between them.
 *
 * <p>Their arguments were fixed before the first of them ran, so none needs another's result.
 *
 * <p><b>Threading:</b> immutable. A turn is itself only.
 */
public final class ToolTurn {
    private final List<Span> calls;
    private final List<Span> memory;
    private final int limit;
    private final boolean barrier;

    private ToolTurn(List<Span> calls, List<Span> memory, int limit, boolean barrier) {
        this.calls = calls;
        this.memory = memory;
        this.limit = limit;
        this.barrier = barrier;
    }

    /** Returns the same calls in batches. A batch begins when all calls of the previous one have ended. */
    public ToolTurn inBatches() {
        return new ToolTurn(calls, memory, limit, true);
    }

    /** Returns the same calls with another limit of concurrent calls, without batches. */
    public ToolTurn atOnce(int most) {
        return new ToolTurn(calls, memory, most, false);
    }

    /**
     * Returns calls that are supposed not to need each other's results, though no model asked for them at once.
     *
     * @param calls side by side, by start, with no other span of their parent between them
     * @param limit how many of them may run at once, 1 or more
     */
    public static ToolTurn of(List<Span> calls, int limit) {
        return of(calls, List.of(), limit);
    }

    /**
     * Returns the same with memory accesses between the calls.
     *
     * @param calls side by side, by start, with nothing of their parent between them but the memory accesses
     * @param memory by start: each follows the call before it, whenever that runs
     */
    public static ToolTurn of(List<Span> calls, List<Span> memory, int limit) {
        return new ToolTurn(List.copyOf(calls), List.copyOf(memory), limit, false);
    }

    /** Answers whether a span began when another was over; an end may be recorded a little after what it set off. */
    public static boolean isAfter(Span span, Span other) {
        return Children.over(other) <= span.startNanos();
    }

    /** Returns the calls, by start; two at least. */
    public List<Span> calls() {
        return calls;
    }

    /** Returns the memory accesses between the calls, by start: each follows the call before it, whenever that runs. */
    List<Span> memory() {
        return memory;
    }

    /** Returns the maximum number of concurrent calls. */
    int limit() {
        return limit;
    }

    /** Answers whether calls begin in batches. */
    boolean hasBarrier() {
        return barrier;
    }

    /**
     * Returns the turns of a workflow, in the order of the spans they are below.
     *
     * @param limit how many calls of a turn may run at once, 1 or more
     */
    public static List<ToolTurn> in(Trace trace, int limit) {
        boolean[] followModel = followModel(trace);
        List<ToolTurn> turns = new ArrayList<>();
        for (Span parent : trace.spans()) {
            if (parent.children().size() > 1) {
                below(parent, followModel[parent.index()], limit, turns);
            }
        }
        return turns;
    }

    /**
     * Adds the turns among the children of a span.
     *
     * @param asked whether a model was called before all of them
     */
    private static void below(Span parent, boolean asked, int limit, List<ToolTurn> turns) {
        List<Span> run = new ArrayList<>();
        List<Span> memory = new ArrayList<>();
        // what followed the last call: it is between calls only if another one follows
        List<Span> open = new ArrayList<>();
        boolean askedRun = asked;
        boolean askedBefore = asked;
        for (Span child : parent.children()) {
            boolean follows = !run.isEmpty() && isAfter(child, last(run, open));
            if (follows && child.kind() == SpanKind.MEMORY && !child.has(SpanFlag.UNFINISHED)) {
                open.add(child);
                continue;
            }
            if (!follows || child.kind() != SpanKind.TOOL) {
                close(run, memory, askedRun, limit, turns);
                run = new ArrayList<>();
                memory = new ArrayList<>();
                askedRun = askedBefore;
            } else {
                memory.addAll(open);
            }
            open.clear();
            askedBefore |= child.kind() == SpanKind.LLM;
            // how long one without an end took, and whether anything waited for it, nobody knows
            if (child.kind() == SpanKind.TOOL && !child.has(SpanFlag.UNFINISHED)) {
                run.add(child);
            }
        }
        close(run, memory, askedRun, limit, turns);
    }

    private static Span last(List<Span> run, List<Span> open) {
        return open.isEmpty() ? run.get(run.size() - 1) : open.get(open.size() - 1);
    }

    private static void close(List<Span> run, List<Span> memory, boolean asked, int limit, List<ToolTurn> turns) {
        if (run.size() > 1 && asked) {
            turns.add(new ToolTurn(List.copyOf(run), List.copyOf(memory), limit, false));
        }
    }

    /** Answers of every span whether it only runs the tools that a model call before it asked for, by {@link Span#index}. */
    private static boolean[] followModel(Trace trace) {
        boolean[] follow = new boolean[trace.spans().size()];
        List<Span> spans = trace.spans();
        for (int parent = 0; parent < spans.size(); parent++) {
            List<Span> children = spans.get(parent).children();
            boolean model = false;
            for (int i = 0; i < children.size(); i++) {
                Span child = children.get(i);
                follow[child.index()] = model && child.kind() == SpanKind.FUNCTION;
                model |= child.kind() == SpanKind.LLM;
            }
        }
        return follow;
    }
}
