// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Spans found by the identity of the stage of a future that was made under them. A stage runs once and nobody waits for its end,
 * so that this is less than {@link PropagatedSpans}: one span a stage, and no chain of them.
 *
 * <p><b>Threading:</b> any thread. Stages are referred to weakly; where none has a span a look-up is one read.
 */
public final class StageSpans {
    private final ConcurrentHashMap<Object, Span> byStage = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    /** At least the size of the map whoever looks, so that 0 means that there is nothing to find. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final int limit;

    public StageSpans() {
        this(PropagatedSpans.LIMIT);
    }

    StageSpans(int limit) {
        this.limit = limit;
    }

    /** Makes a span that of the stage; one stage too many goes without. */
    public void put(Object stage, Span span) {
        if (waiting.get() < limit) {
            waiting.incrementAndGet();
            if (byStage.put(new TaskKey(stage, collected), span) != null) {
                waiting.decrementAndGet();
            }
        }
    }

    /** Returns the span of {@code stage} without forgetting it, {@code null} when there is none. */
    public Span get(Object stage) {
        return waiting.get() == 0 ? null : byStage.get(new TaskKey.Probe(stage));
    }

    /** Forgets the span of {@code stage}. */
    public void forget(Object stage) {
        if (waiting.get() != 0 && byStage.remove(new TaskKey.Probe(stage)) != null) {
            waiting.decrementAndGet();
        }
    }

    /** Drops stages that were collected without having been run. Called about once a second from a thread of the agent. */
    public void sweep() {
        for (Object key = collected.poll(); key != null; key = collected.poll()) {
            if (byStage.remove(key) != null) {
                waiting.decrementAndGet();
            }
        }
    }

    /** Returns how many stages have a span. */
    public int size() {
        return waiting.get();
    }
}
