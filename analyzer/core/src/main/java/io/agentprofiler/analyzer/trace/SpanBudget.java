// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many spans all assemblers of a run may hold together before the memory gets tight.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class SpanBudget {
    /** Heap a held span is taken to need, the summaries' share included. */
    private static final long BYTES_PER_SPAN = 2000;

    private final AtomicLong held = new AtomicLong();
    private final long limit;

    public SpanBudget(long limit) {
        this.limit = limit;
    }

    /** Returns a budget for this JVM's heap. */
    public static SpanBudget ofHeap() {
        return new SpanBudget(Math.max(10_000, Runtime.getRuntime().maxMemory() / BYTES_PER_SPAN));
    }

    /** Returns how many that is. */
    public long limit() {
        return limit;
    }

    public void add(long spans) {
        held.addAndGet(spans);
    }

    public boolean isExceeded() {
        return held.get() > limit;
    }
}
