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

    /** How long the task waited for a thread, until the first span begun in it takes that; -1 where that is not known. */
    long queuedNanos;

    /** What the task runs under. */
    final Span span;

    final Span previous;
    final Span previousChunking;
    /** The task this one is run from within, or {@code null}. */
    final TaskFrame outer;

    TaskFrame(Object key, PropagatedSpan propagated, Span span, Span previous, Span previousChunking, TaskFrame outer) {
        this.key = key;
        this.propagated = propagated;
        this.span = span;
        this.queuedNanos = queued(key, propagated, outer);
        this.previous = previous;
        this.previousChunking = previousChunking;
        this.outer = outer;
    }

    private static long queued(Object key, PropagatedSpan propagated, TaskFrame outer) {
        if (propagated != null && propagated.submittedNanos != PropagatedSpan.UNKNOWN) {
            return Math.max(0, System.nanoTime() - propagated.submittedNanos);
        }
        // a stage that a pool runs as a task of its own begins twice: as the task, and as the stage
        return outer != null && outer.key == key ? outer.queuedNanos : Span.UNKNOWN;
    }

    /** The task is over. */
    void release() {
        if (propagated != null) {
            propagated.release();
        }
    }
}
