// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.context.Workflow;
import io.agentprofiler.agent.ring.SpanEvents;

/**
 * Decides which workflows are recorded.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class WorkflowSampling {
    private final SpanEvents events;
    private final double sample;
    private final boolean keeps;

    /**
     * Creates one.
     *
     * @param events where decisions are counted
     * @param sample share of workflows recorded, 0 to 1
     * @param keeps whether others are recorded, too, by how they go: then the consumer decides
     */
    WorkflowSampling(SpanEvents events, double sample, boolean keeps) {
        this.events = events;
        this.sample = sample;
        this.keeps = keeps;
    }

    /** Answers whether workflows that chance does not choose are recorded for how they go. */
    boolean keeps() {
        return keeps;
    }

    /** Answers whether some workflows are not recorded. */
    public boolean leavesOut() {
        return sample < 1;
    }

    /**
     * Decides whether a workflow that starts here is recorded, if only until it is seen how it goes. Only asked where no span is
     * current.
     */
    public boolean samples(ThreadContext context) {
        byte decision = decide(context);
        if (decision != Span.UNDECIDED) {
            events.sampled(decision == Span.CHOSEN);
        }
        return decision != Span.NOT_CHOSEN;
    }

    /** An operation begins below a lazy span whose workflow is not recorded. */
    public void refuse(Span leftOut) {
        if (leftOut.refuse()) {
            count(leftOut);
        }
    }

    /**
     * Decides as {@link #samples} does, for a lazy span: whether there is a workflow is not known yet, so nothing is counted.
     *
     * @return a decision of {@link Span}: undecided where all are recorded, if only until it is seen how they go
     */
    public byte decide(ThreadContext context) {
        if (sample >= 1 || context.sampled) {
            return Span.UNDECIDED;
        }
        boolean chosen = (context.nextId() >>> 11) * 0x1p-53 < sample;
        if (keeps) {
            // counted where it is decided
            context.chosen = chosen;
            return Span.UNDECIDED;
        }
        return chosen ? Span.CHOSEN : Span.NOT_CHOSEN;
    }

    /** An operation began below a lazy span: there is a workflow, and what was decided of it counts. */
    void count(Span lazy) {
        switch (lazy.decision) {
            case Span.CHOSEN -> events.sampled(true);
            case Span.NOT_CHOSEN -> events.sampled(false);
            case Span.NOT_CHOSEN_BY_CALLER -> events.refusedByCaller();
            default -> {}
        }
    }

    /**
     * Returns the workflow of a new span below {@code parent}. Where the span before it left no trace, or was closed by another
     * call, the new one is a root, and was chosen if that was.
     */
    static Workflow workflow(ThreadContext context, Span current, Span parent) {
        if (parent != null) {
            return parent.workflow;
        }
        if (current == null) {
            return new Workflow(context.chosen);
        }
        return current.workflow == null ? null : new Workflow(current.workflow.chosen);
    }

    /** A workflow that starts here is not recorded because its caller's is not. */
    public void refusedByCaller() {
        events.refusedByCaller();
    }
}
