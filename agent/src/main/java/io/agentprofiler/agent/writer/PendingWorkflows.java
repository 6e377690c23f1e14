// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.config.KeepRules;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Workflow;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Holds the events of workflows that the sampling rate did not choose until it shows whether {@code agentprofiler.sample.keep}
 * wants them: from the first failure of a span on, or once the workflow has gone on for long enough, they are written; when its
 * first span ends without that, they are let go. What comes of the workflow later shares its fate.
 *
 * <p>It takes the events over that it is given. They stay queued in the counters while they are held.
 *
 * <p><b>Threading:</b> consumer only.
 */
final class PendingWorkflows {
    /** How often it is looked which workflows have gone on for long enough, and which will never end. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);
    /** The end of a span is told right after it ended. One that has not come by then was cut off, or the span given up. */
    private static final long LOST_END = TimeUnit.SECONDS.toNanos(30);

    private static final String ERROR = "error";
    private static final String SLOW = "slow";

    /** Takes events that are to be written. */
    @FunctionalInterface
    interface Outlet {
        /** Writes and counts a {@link SpanStart}, {@link SpanChunk} or {@link SpanEnd}. */
        void write(Object event, long now);
    }

    private final boolean keepsErrors;
    private final long slowNanos;
    private final long maxBytes;
    private final PipelineCounters counters;
    private final Outlet outlet;
    /** Those that are not decided, by the times they began. */
    private final Set<Tail> held = new LinkedHashSet<>();

    private long heldBytes;
    private long checkedAt = System.nanoTime();
    /** Starts of spans that leave no trace and have not ended. */
    private long openLeftOut;

    /** Creates one that holds nothing. */
    PendingWorkflows(KeepRules rules, long maxBytes, PipelineCounters counters, Outlet outlet) {
        this.keepsErrors = rules.errors();
        this.slowNanos = TimeUnit.MILLISECONDS.toNanos(rules.slowMillis());
        this.maxBytes = maxBytes;
        this.counters = counters;
        this.outlet = outlet;
    }

    /** Answers whether events of {@code span} leave no trace, so that they need not be read. */
    boolean leavesOut(Span span) {
        return span.workflow != null && span.workflow.isDropped();
    }

    /** Records the start of a span that leaves no trace: it is counted with its end, for until then the span is open. */
    void leaveOutStart() {
        openLeftOut++;
    }

    /** Counts the end of a span that leaves no trace. */
    void leaveOutEnd() {
        openLeftOut--;
        counters.leftOut(1, 0, 1);
    }

    /** Takes a start. */
    void start(SpanStart start, long now) {
        Tail tail = tail(start.span);
        if (tail.fate == Fate.HELD) {
            tail.starts++;
            hold(tail, start, PendingSize.of(start));
        } else {
            outlet.write(start, now);
        }
    }

    /** Takes a chunk. */
    void chunk(SpanChunk chunk, long now) {
        Tail tail = tail(chunk.span);
        if (tail.fate == Fate.HELD) {
            tail.chunks++;
            hold(tail, chunk, PendingSize.of(chunk));
        } else {
            outlet.write(chunk, now);
        }
    }

    /**
     * Takes an end.
     *
     * @param nanos when the span ended, by {@link System#nanoTime}
     */
    void end(SpanEnd end, long nanos, long now) {
        Tail tail = tail(end.span);
        boolean last = end.span == tail.root && !tail.over;
        if (!tail.over && tail.reason == null) {
            tail.reason = reason(end, last ? nanos - tail.root.startNanos : 0);
            if (tail.reason != null && tail.fate == Fate.HELD) {
                keep(tail, now);
            }
        }
        tail.over |= last;
        if (tail.fate == Fate.HELD) {
            tail.ends++;
            if (last) {
                leaveOut(tail);
                counters.sampled(false);
            } else {
                hold(tail, end, PendingSize.of(end));
            }
            return;
        }
        if (last && tail.reason != null && tail.chosen) {
            end.attributes.put(Attributes.KEPT_FOR, tail.reason);
            counters.matched();
        }
        outlet.write(end, now);
    }

    private String reason(SpanEnd end, long rootNanos) {
        if (keepsErrors && end.status == SpanEnd.Status.ERROR) {
            return ERROR;
        }
        return slowNanos > 0 && rootNanos >= slowNanos ? SLOW : null;
    }

    /**
     * Keeps the workflows that have gone on for long enough, and lets go of those whose first span was given up.
     *
     * @param taken sequence of the last event that was taken from the ring
     * @param claimed sequence of the last event that was put there
     * @return whether anything was written
     */
    boolean decideDue(long now, long taken, long claimed) {
        if (held.isEmpty() || now - checkedAt < LOOK) {
            return false;
        }
        checkedAt = now;
        boolean written = false;
        for (Tail tail : List.copyOf(held)) {
            if (isSlow(tail, now)) {
                tail.reason = SLOW;
                keep(tail, now);
                written = true;
            } else if (!tail.root.isOpen() && tail.endIsLost(now, taken, claimed)) {
                leaveOut(tail);
                counters.sampled(false);
            }
        }
        return written;
    }

    /** The run ends: what has not gone on for long enough by now is let go. */
    void decideAll(long now) {
        for (Tail tail : List.copyOf(held)) {
            if (isSlow(tail, now)) {
                tail.reason = SLOW;
                keep(tail, now);
            } else {
                leaveOut(tail);
                counters.sampled(false);
            }
        }
        counters.finishLeftOut(openLeftOut);
    }

    /** Of one that has ended its end says how long it took, and that is still to come. */
    private boolean isSlow(Tail tail, long now) {
        return slowNanos > 0 && now - tail.root.startNanos >= slowNanos && tail.root.isOpen();
    }

    /** Returns what is known of the workflow of {@code span}, which is its first if nothing is. */
    private Tail tail(Span span) {
        Workflow workflow = span.workflow;
        if (workflow.tail instanceof Tail known) {
            return known;
        }
        Tail tail = new Tail(span);
        workflow.tail = tail;
        if (!tail.chosen) {
            held.add(tail);
            counters.undecided(held.size());
        } else if (!workflow.lost) {
            counters.sampled(true);
        }
        return tail;
    }

    private void hold(Tail tail, Object event, long bytes) {
        tail.events.add(event);
        tail.bytes += bytes;
        heldBytes += bytes;
        counters.held();
        while (heldBytes > maxBytes) {
            leaveOut(held.iterator().next());
            counters.unheld();
        }
    }

    private void keep(Tail tail, long now) {
        tail.fate = Fate.WRITTEN;
        letGo(tail);
        counters.keptByRule(tail.workflow.keep());
        counters.matched();
        List<Object> events = tail.events;
        tail.events = List.of();
        for (Object event : events) {
            if (event instanceof SpanStart start && start.span == tail.root) {
                start.attributes.put(Attributes.KEPT_FOR, tail.reason);
            }
            outlet.write(event, now);
        }
    }

    private void leaveOut(Tail tail) {
        tail.fate = Fate.LEFT_OUT;
        letGo(tail);
        tail.events = List.of();
        long ended = tail.ends + tail.workflow.drop();
        counters.leftOut(ended, tail.chunks, tail.ends);
        openLeftOut += tail.starts - ended;
    }

    private void letGo(Tail tail) {
        held.remove(tail);
        heldBytes -= tail.bytes;
        counters.undecided(held.size());
    }

    private enum Fate {
        HELD,
        WRITTEN,
        LEFT_OUT
    }

    /** What is known of a workflow. */
    private static final class Tail {
        final Workflow workflow;
        final Span root;
        final boolean chosen;
        Fate fate;
        /** {@link #ERROR} or {@link #SLOW}; {@code null} while there is none. */
        String reason;
        /** The first span has ended: nothing that comes later is a reason. */
        boolean over;

        List<Object> events;
        long bytes;
        long starts;
        long chunks;
        long ends;

        private boolean seenOver;
        private long seenOverAt;
        /** What had been put into the ring when the end had not come for long enough; -1 before. */
        private long claimedThen = -1;

        Tail(Span root) {
            this.workflow = root.workflow;
            this.root = root;
            this.chosen = root.workflow.chosen;
            this.fate = chosen ? Fate.WRITTEN : Fate.HELD;
            this.events = chosen ? List.of() : new ArrayList<>();
            this.over = root.workflow.lost;
        }

        /** Answers whether the root is over, and so long that all has been taken which was told of it. */
        boolean endIsLost(long now, long taken, long claimed) {
            if (!seenOver) {
                seenOver = true;
                seenOverAt = now;
            } else if (claimedThen < 0 && now - seenOverAt >= LOST_END) {
                claimedThen = claimed;
            }
            return claimedThen >= 0 && taken >= claimedThen;
        }
    }

    /** Estimates what an event takes in memory while it is held, by what a 64-bit JVM with compressed references needs. */
    private static final class PendingSize {
        /** An event, with the span that it keeps alive. */
        private static final int EVENT = 300;

        private static final int ENTRY = 48;
        private static final int OBJECT = 24;

        private PendingSize() {}

        static long of(SpanStart start) {
            return EVENT + of(start.name) + of(start.attributes);
        }

        static long of(SpanChunk chunk) {
            return EVENT / 4;
        }

        static long of(SpanEnd end) {
            return EVENT + of(end.errorMessage) + of(end.attributes);
        }

        private static long of(Object value) {
            if (value == null) {
                return 0;
            }
            if (value instanceof String text) {
                // two bytes a char: a text with one char beyond Latin-1 takes them for all
                return 2L * OBJECT + 2L * text.length();
            }
            long sum = OBJECT;
            if (value instanceof Map<?, ?> map) {
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    sum += ENTRY + of(entry.getValue());
                }
            } else if (value instanceof List<?> list) {
                for (Object element : list) {
                    sum += OBJECT / 3 + of(element);
                }
            }
            return sum;
        }
    }
}
