// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

/**
 * A running task that brought its own span, and what was current before it.
 *
 * <p><b>Threading:</b> belongs to the thread that runs the task.
 */
final class TaskFrame {
    /** The task, compared by identity. */
    final Object key;
    /** Told when the task is over; may be {@code null}. */
    private final PropagatedSpan propagated;

    final Span previous;
    final Span previousChunking;
    /** The task this one is run from within, or {@code null}. */
    final TaskFrame outer;

    TaskFrame(Object key, PropagatedSpan propagated, Span previous, Span previousChunking, TaskFrame outer) {
        this.key = key;
        this.propagated = propagated;
        this.previous = previous;
        this.previousChunking = previousChunking;
        this.outer = outer;
    }

    /** The task is over. */
    void release() {
        if (propagated != null) {
            propagated.release();
        }
    }
}
