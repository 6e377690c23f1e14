// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

/**
 * The span a task was handed over under.
 *
 * <p><b>Threading:</b> any thread; {@link #next} and {@link #last} change only inside {@link PropagatedSpans}.
 */
public final class PropagatedSpan {
    /** Stands for a time that is not known. */
    public static final long UNKNOWN = 0;

    public final Span span;
    /**
     * Whether what was handed over may outlive the workflow by far: a periodic task, a thread of the application. Its span
     * counts for as long as it is open.
     */
    final boolean lasting;

    /** When the task was handed over to be run at once, by {@link System#nanoTime}; {@link #UNKNOWN} for others. */
    final long submittedNanos;

    /** The same task handed to the same or another owner once more, later; or {@code null}. */
    volatile PropagatedSpan next;

    /** The last of the chain; kept by its first only. */
    volatile PropagatedSpan last = this;

    private final Span counted;
    /** Only held: see {@link Span#lead}. */
    private final Object lead;

    private final int ownerHash;
    private volatile boolean doubtful;

    private PropagatedSpan(Object owner, Span span, boolean lasting, Span counted, Object lead, long submittedNanos) {
        this.span = span;
        this.lasting = lasting;
        this.submittedNanos = submittedNanos;
        this.ownerHash = System.identityHashCode(owner);
        this.counted = counted;
        this.lead = lead;
        if (counted != null) {
            counted.enterActivity();
        }
    }

    /** For a task that runs once; a span that ends with its activity stays open for it. */
    public static PropagatedSpan ofTask(Object owner, Span span) {
        return ofTask(owner, span, UNKNOWN);
    }

    /**
     * For a task that runs once.
     *
     * @param submittedNanos when it was handed over to be run at once, see {@link #time}; {@link #UNKNOWN} for others
     */
    public static PropagatedSpan ofTask(Object owner, Span span, long submittedNanos) {
        return new PropagatedSpan(owner, span, false, span.activityHolder(), span.lead(), submittedNanos);
    }

    /** For an object in a queue, which nobody may ever take out: no span stays open for it. */
    public static PropagatedSpan inQueue(Object queue, Span span) {
        return new PropagatedSpan(queue, span, false, null, null, UNKNOWN);
    }

    /** Returns a time by {@link System#nanoTime} that is not {@link #UNKNOWN}. */
    public static long time(long nanos) {
        return nanos == UNKNOWN ? 1 : nanos;
    }

    /** For a task that runs again and again. */
    public static PropagatedSpan ofRepeatedTask(Object owner, Span span) {
        return new PropagatedSpan(owner, span, true, null, null, UNKNOWN);
    }

    /** For a thread, whose end nobody waits for. */
    public static PropagatedSpan uncounted(Span span, boolean lasting) {
        return new PropagatedSpan(null, span, lasting, null, null, UNKNOWN);
    }

    /** Answers whether the task was handed to {@code owner}, by identity hash: enough to tell a task's owners apart. */
    boolean isFor(int hash) {
        return ownerHash == hash;
    }

    /** Records that the owner may have refused the task or given it back. */
    void doubt() {
        doubtful = true;
    }

    /** Answers whether a run of the task belongs under the span. */
    boolean counts() {
        return !(lasting || doubtful) || span.isOpen();
    }

    /** The task is over, or will never run. */
    void release() {
        if (counted != null) {
            counted.leaveActivity();
        }
    }
}
