// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.ring.Slot;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Starts of spans that may yet turn out to be wrappers. They wait, oldest first, until that is settled: by their own end or
 * chunk, by a child, or by time.
 *
 * <p><b>Threading:</b> consumer only.
 */
final class PendingStarts {
    /** More than this wait only when spans open faster than anything could write them. */
    private static final int MOST = 1024;

    private final long longestNanos;
    private final Map<Span, Slot> pending = new LinkedHashMap<>();
    private final ArrayDeque<Slot> unused = new ArrayDeque<>();

    /** Creates an empty one whose starts wait no longer than {@code longestNanos}. */
    PendingStarts(long longestNanos) {
        this.longestNanos = longestNanos;
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Takes over a start, the references included. */
    void add(Slot start, long now) {
        Slot copy = unused.poll();
        if (copy == null) {
            copy = new Slot();
        }
        copy.copyStart(start);
        copy.heldSince = now;
        start.reserved = 0;
        pending.put(copy.span, copy);
    }

    /** Removes and returns the start of {@code span}; {@code null} when it is not held. */
    Slot remove(Span span) {
        return pending.remove(span);
    }

    /** Removes and returns the oldest start if it has waited long enough at {@code now}, or too many wait. */
    Slot pollDue(long now) {
        if (pending.isEmpty()) {
            return null;
        }
        Slot oldest = pending.values().iterator().next();
        if (pending.size() <= MOST && now - oldest.heldSince < longestNanos) {
            return null;
        }
        return pending.remove(oldest.span);
    }

    /** Removes and returns the oldest start; {@code null} when none is held. */
    Slot pollAny() {
        if (pending.isEmpty()) {
            return null;
        }
        return pending.remove(pending.keySet().iterator().next());
    }

    /** Gives back what {@link #remove} {@link #pollDue} or {@link #pollAny} answered. */
    void recycle(Slot slot) {
        slot.clear();
        if (unused.size() < MOST) {
            unused.add(slot);
        }
    }
}
