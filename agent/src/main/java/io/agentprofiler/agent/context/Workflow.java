// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * What all spans of a workflow know of whether it is recorded, where that is known only when it is seen how it goes ({@code
 * agentprofiler.sample.keep}). Elsewhere there is none.
 *
 * <p><b>Threading:</b> each member says who uses it.
 */
public final class Workflow {
    private static final int DROPPED = -1;
    private static final int KEPT = -2;
    private static final AtomicIntegerFieldUpdater<Workflow> ABANDONED =
            AtomicIntegerFieldUpdater.newUpdater(Workflow.class, "abandoned");

    /** Whether the sampling rate chose it: it is recorded then, however it goes. */
    public final boolean chosen;
    /** The first start was refused by the ring, so that its end will not come; see {@link #lose}. */
    public boolean lost;
    /** What the consumer knows of it, of a class the context does not know; only the consumer reads or writes it. */
    public Object tail;

    /** Spans abandoned before it was decided, or one of the constants. */
    private volatile int abandoned;

    /** Creates one that is not decided, unless it was chosen. */
    public Workflow(boolean chosen) {
        this.chosen = chosen;
        this.abandoned = chosen ? KEPT : 0;
    }

    /**
     * Any thread: records a span that will never end, and answers what is decided. Those for which it was not are counted,
     * and {@link #keep} or {@link #drop} answers how many there were.
     */
    public Decision abandon() {
        int before = abandoned;
        while (before >= 0 && !ABANDONED.compareAndSet(this, before, before + 1)) {
            before = abandoned;
        }
        return before >= 0 ? Decision.NONE : before == KEPT ? Decision.KEPT : Decision.DROPPED;
    }

    /** Once, before any of its spans is shared: its first start was refused, so that nobody will see how it goes. */
    public void lose() {
        lost = true;
        if (!chosen) {
            abandoned = DROPPED;
        }
    }

    /** Consumer, once: the workflow is recorded; answers how many of its spans were abandoned before. */
    public int keep() {
        return ABANDONED.getAndSet(this, KEPT);
    }

    /** Consumer, once: the workflow is not recorded; answers how many of its spans were abandoned before. */
    public int drop() {
        return ABANDONED.getAndSet(this, DROPPED);
    }

    /** Any thread: answers whether the workflow is known not to be recorded. */
    public boolean isDropped() {
        return abandoned == DROPPED;
    }

    /** What is decided. */
    public enum Decision {
        NONE,
        KEPT,
        DROPPED
    }
}
