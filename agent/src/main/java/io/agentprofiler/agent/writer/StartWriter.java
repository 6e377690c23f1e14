// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.Superseded;
import io.agentprofiler.agent.ring.PayloadBudget;
import io.agentprofiler.agent.ring.Slot;
import io.agentprofiler.agent.stats.EventType;
import io.agentprofiler.agent.stats.PipelineCounters;
import java.util.ArrayDeque;

/**
 * Decides which starts are written, and when: a span that may yet turn out to be a wrapper has its start wait in {@link
 * PendingStarts} until an event of it or of a span below it comes, or for so long at the most.
 *
 * <p>What it is about to write is kept in fields, not on the stack: where a thread hangs in the application's code, another
 * runs on from there, and reads the start again.
 *
 * <p><b>Threading:</b> consumer only.
 */
final class StartWriter {
    private final PendingStarts pending;
    private final PayloadBudget budget;
    private final SinkSet sinks;
    private final PipelineCounters counters;
    /** Pending starts that are to be written now, the next one first. */
    private final ArrayDeque<Slot> unsettled = new ArrayDeque<>();
    /** The pending start that is being written; {@code null} between two. */
    private Slot writing;

    StartWriter(PendingStarts pending, PayloadBudget budget, SinkSet sinks, PipelineCounters counters) {
        this.pending = pending;
        this.budget = budget;
        this.sinks = sinks;
        this.counters = counters;
    }

    /** Goes on where the thread before was left behind. */
    void resume(long now) {
        if (writing != null) {
            writePending(writing, now);
        }
        writeUnsettled(now);
    }

    /** Takes a start from the ring: writes it, or has it wait. */
    void take(Slot slot, long now) {
        Span span = slot.span;
        settle(span.parent, now);
        if (span.state() == Span.PROVISIONAL) {
            pending.add(slot, now);
        } else {
            write(slot, now);
        }
    }

    /** Settles what {@code span} and its ancestors are, eldest first, where that was left open, and writes starts told late. */
    void settle(Span span, long now) {
        for (Span each = span; each != null && !each.startWritten; each = each.parent) {
            Slot start = each.lazy ? (Slot) each.takeLateStart() : pending.remove(each);
            if (start != null) {
                unsettled.push(start);
            }
        }
        writeUnsettled(now);
    }

    /**
     * Settles those that have waited long enough.
     *
     * @return whether there were any
     */
    boolean settleDue(long now) {
        boolean written = false;
        for (Slot start = pending.pollDue(now); start != null; start = pending.pollDue(now)) {
            settlePending(start, now);
            written = true;
        }
        return written;
    }

    /** The run ends: settles all. */
    void settleAll(long now) {
        for (Slot start = pending.pollAny(); start != null; start = pending.pollAny()) {
            settlePending(start, now);
        }
    }

    /** Writes a pending start that was taken out, after those of its ancestors. */
    private void settlePending(Slot start, long now) {
        unsettled.push(start);
        settle(start.span.parent, now);
        writeUnsettled(now);
    }

    private void writeUnsettled(long now) {
        while (!unsettled.isEmpty()) {
            writePending(unsettled.pop(), now);
        }
    }

    private void writePending(Slot start, long now) {
        writing = start;
        try {
            write(start, now);
        } catch (Superseded e) {
            throw e;
        } catch (RuntimeException | Error e) {
            recycle(start);
            throw e;
        }
        recycle(start);
    }

    private void recycle(Slot start) {
        budget.release(start);
        pending.recycle(start);
        writing = null;
    }

    private void write(Slot slot, long now) {
        if (slot.span.confirm()) {
            sinks.start(slot, now);
        } else {
            counters.suppressed(EventType.SPAN_START);
        }
    }
}
