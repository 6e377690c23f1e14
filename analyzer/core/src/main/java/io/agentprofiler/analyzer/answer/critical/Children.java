// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The children of a span in time, with the ones that had ended when another began.
 *
 * <p>A child <i>gates</i> what begins, or ends the span, once it has ended. Clocks are read on several threads, so an end
 * may be recorded a little after what it set off: a child counts as over up to {@value #TOLERANCE_NANOS} ns, and a tenth
 * of its length, before its recorded end. One that ends later than the span does not hold it up, unless it only closed later: all that
 * it had called was over when the span ended, and its own end came within {@value #CLOSING_NANOS} ns and a tenth of its length. So
 * does an agent whose streamed answer lets its caller go on from the handler of the last chunk.
 *
 * <p>A tool that begins while a model's answer is still streaming in was begun by what had come of it: it waits for that
 * part of the call.
 *
 * <p><b>Threading:</b> immutable.
 */
final class Children {
    /** How much later than its effect an end may be recorded. */
    static final long TOLERANCE_NANOS = 1_000_000;

    /** How much later than its effect an end may be recorded of a span in which nothing went on. */
    static final long CLOSING_NANOS = 10_000_000;

    private static final int TOLERANCE_PART = 10;
    private static final int[] NONE = {};
    /** Maximum number of children sorted by insertion. */
    private static final int FEW = 32;

    private static final Comparator<Span> BY_START = (one, other) -> {
        int order = Long.compare(one.startNanos(), other.startNanos());
        return order == 0 ? Long.compare(one.endNanos(), other.endNanos()) : order;
    };
    private static final Comparator<Span> LATEST_END_FIRST = (one, other) -> {
        int order = Long.compare(other.endNanos(), one.endNanos());
        return order == 0 ? Long.compare(one.startNanos(), other.startNanos()) : order;
    };

    private final Span span;
    private final long start;
    private final long end;
    private final Span[] byStart;
    /** Places in {@link #byStart}, by the time from which the child counts as over. */
    private final int[] byOver;
    /** For each child the place of the streaming call it was begun by, -1 where there is none. */
    private final int[] begunBy;
    /** For each child when the latest of what gated it ended; the span's start where nothing did. */
    private final long[] reached;
    /** How many children began before the span had ended. */
    private final int within;
    /** Places in {@link #byStart} of children that the span waited for though they closed after it. */
    private final int[] closedLate;
    /** As {@link #reached}, at the span's end. */
    private final long lastReached;

    /**
     * Puts the children in order.
     *
     * @param span whose children they are, {@code null} at the top of the trace
     */
    Children(Span span, long start, long end, List<Span> children) {
        this.span = span;
        this.start = start;
        this.end = end;
        // with room for all, the list need not ask which class the array is of
        this.byStart = children.toArray(new Span[children.size()]);
        Arrays.sort(byStart, BY_START);
        this.byOver = byOver();
        this.reached = new long[byStart.length];
        this.within = within();
        this.closedLate = closedLate();
        this.begunBy = begunBy();
        long latest = start;
        long atEnd = start;
        int over = 0;
        for (int i = 0; i <= byStart.length; i++) {
            if (i == within) {
                for (; over < i && gates(over, end, i); over++) {
                    latest = Math.max(latest, byStart[byOver[over]].endNanos());
                }
                atEnd = latest;
                for (int late : closedLate) {
                    atEnd = Math.max(atEnd, byStart[late].endNanos());
                }
            }
            if (i < byStart.length) {
                for (; over < i && gates(over, byStart[i].startNanos(), i); over++) {
                    latest = Math.max(latest, byStart[byOver[over]].endNanos());
                }
                // something may be recorded as over a little after what it set off
                reached[i] = begunBy[i] < 0 ? latest : Math.max(latest, byStart[i].startNanos());
            }
        }
        this.lastReached = atEnd;
    }

    private int[] begunBy() {
        int[] found = new int[byStart.length];
        int streaming = -1;
        for (int i = 0; i < byStart.length; i++) {
            Span child = byStart[i];
            boolean early = child.kind() == SpanKind.TOOL
                    && streaming >= 0
                    && isStreaming(byStart[streaming], child.startNanos());
            found[i] = early ? streaming : -1;
            if (child.kind() == SpanKind.LLM && child.chunks() != null) {
                streaming = i;
            }
        }
        return found;
    }

    /** Answers whether the call was streaming its answer at that time. */
    private static boolean isStreaming(Span call, long time) {
        return call.startNanos() < time && call.chunks().firstNanos() <= time && over(call) > time;
    }

    private int within() {
        int count = 0;
        while (count < byStart.length && byStart[count].startNanos() <= end) {
            count++;
        }
        return count;
    }

    private int[] closedLate() {
        int[] found = NONE;
        int count = 0;
        for (int i = 0; i < within; i++) {
            if (isClosedLate(byStart[i], end)) {
                if (count == 0) {
                    found = new int[within];
                }
                found[count++] = i;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Answers whether a child that was not {@linkplain #over over} at its parent's end had nothing more to do than to close. */
    static boolean isClosedLate(Span child, long parentsEnd) {
        long late = child.endNanos() - parentsEnd;
        return over(child) > parentsEnd
                && late <= Math.min(CLOSING_NANOS, child.durationNanos() / TOLERANCE_PART)
                && !child.has(SpanFlag.UNFINISHED)
                && !child.children().isEmpty()
                && child.children().stream()
                        .allMatch(inside -> inside.endNanos() <= parentsEnd && !inside.has(SpanFlag.UNFINISHED));
    }

    private int[] byOver() {
        int[] inOrder = new int[byStart.length];
        boolean sorted = true;
        for (int i = 0; i < inOrder.length; i++) {
            inOrder[i] = i;
            sorted &= i == 0 || over(byStart[i - 1]) <= over(byStart[i]);
        }
        if (sorted) {
            return inOrder;
        }
        if (inOrder.length <= FEW) {
            sortByOver(inOrder);
            return inOrder;
        }
        Integer[] places = new Integer[byStart.length];
        Arrays.setAll(places, i -> i);
        Arrays.sort(places, Comparator.comparingLong((Integer i) -> over(byStart[i])));
        return Arrays.stream(places).mapToInt(Integer::intValue).toArray();
    }

    /** Sorts places by insertion, without allocation; fast for few places. */
    private void sortByOver(int[] places) {
        for (int i = 1; i < places.length; i++) {
            int place = places[i];
            long over = over(byStart[place]);
            int to = i;
            for (; to > 0 && over(byStart[places[to - 1]]) > over; to--) {
                places[to] = places[to - 1];
            }
            places[to] = place;
        }
    }

    /** Returns from when on a span counts as over; never before its start. */
    static long over(Span child) {
        return child.endNanos() - Math.min(TOLERANCE_NANOS, child.durationNanos() / TOLERANCE_PART);
    }

    /** Answers whether the child that is over as number {@code over} is over by {@code time}, at which child {@code before} begins. */
    private boolean gates(int over, long time, int before) {
        return byOver[over] < before && over(byStart[byOver[over]]) <= time;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    /** Returns the children that were begun by a streaming call, with the call. */
    Map<Span, Span> begunEarly() {
        Map<Span, Span> calls = Collections.emptyMap();
        for (int i = 0; i < byStart.length; i++) {
            if (begunBy[i] >= 0) {
                calls = calls.isEmpty() ? new HashMap<>() : calls;
                calls.put(byStart[i], byStart[begunBy[i]]);
            }
        }
        return calls;
    }

    /** Returns the children, those that end last first. */
    Span[] latestFirst() {
        Span[] sorted = byStart.clone();
        Arrays.sort(sorted, LATEST_END_FIRST);
        return sorted;
    }

    /**
     * Returns how long the span would take.
     *
     * @param lengths how long every child would take, by {@link Span#index}
     * @param ends scratch space of the same size
     */
    long rewalk(Supposition change, long[] lengths, long[] ends) {
        long latest = 0;
        long length = 0;
        int over = 0;
        TurnSlots slots = null;
        // as latest, without the calls of the turn: what a call of it waits for, however many of them run at once
        long others = 0;
        for (int i = 0; i <= byStart.length; i++) {
            if (i == within) {
                for (; over < i && gates(over, end, i); over++) {
                    latest = Math.max(latest, ends[byStart[byOver[over]].index()]);
                }
                long atEnd = latest;
                for (int late : closedLate) {
                    atEnd = Math.max(atEnd, ends[byStart[late].index()]);
                }
                length = Math.max(0, atEnd + own(change, lastReached, end - lastReached));
            }
            if (i < byStart.length) {
                Span child = byStart[i];
                for (; over < i && gates(over, child.startNanos(), i); over++) {
                    Span gate = byStart[byOver[over]];
                    latest = Math.max(latest, ends[gate.index()]);
                    if (slots == null || change.turn(gate) != slots.turn()) {
                        others = Math.max(others, ends[gate.index()]);
                    }
                }
                long part = begunBy[i] < 0 ? 0 : part(i, lengths, ends);
                long gap = own(change, reached[i], child.startNanos() - reached[i]);
                ToolTurn turn = change.turn(child);
                if (turn != null && slots != null && slots.turn() == turn) {
                    ends[child.index()] = child.kind() == SpanKind.MEMORY
                            ? slots.memory(gap + lengths[child.index()])
                            : slots.end(gap, lengths[child.index()], Math.max(others, part) + gap);
                } else {
                    boolean submitted =
                            begunBy[i] < 0 && child.queuedNanos() != Unknown.LONG && change.atSubmission(child);
                    long begin = submitted
                            ? atSubmission(change, i, ends)
                            : Math.max(latest, part) + gap - change.earlier(child);
                    ends[child.index()] = begin + lengths[child.index()];
                    slots = turn == null ? null : new TurnSlots(turn, begin, ends[child.index()]);
                    others = latest;
                }
            }
        }
        return length;
    }

    /** Returns when a child would begin for which a thread was free when it was submitted: after what had ended by then. */
    private long atSubmission(Supposition change, int child, long[] ends) {
        long submitted = Math.max(start, byStart[child].startNanos() - byStart[child].queuedNanos());
        long latest = 0;
        long ended = start;
        for (int over = 0; over < byOver.length && gates(over, submitted, child); over++) {
            Span gate = byStart[byOver[over]];
            latest = Math.max(latest, ends[gate.index()]);
            ended = Math.max(ended, gate.endNanos());
        }
        // an end may be recorded a little after what it set off
        return latest + own(change, ended, submitted - ended);
    }

    /** Returns when so much of the streaming call would be over as was when the child began. */
    private long part(int child, long[] lengths, long[] ends) {
        Span call = byStart[begunBy[child]];
        long length = lengths[call.index()];
        long part = byStart[child].startNanos() - call.startNanos();
        if (length != call.durationNanos()) {
            part = BigInteger.valueOf(part)
                    .multiply(BigInteger.valueOf(length))
                    .divide(BigInteger.valueOf(call.durationNanos()))
                    .longValue();
        }
        return ends[call.index()] - length + part;
    }

    private long own(Supposition change, long from, long nanos) {
        return nanos > 0 && span != null && !span.has(SpanFlag.UNFINISHED) ? change.own(span, from, nanos) : nanos;
    }

    /**
     * Sets the slack of the children.
     *
     * @param own slack of the span
     * @param slacks where to put them, by {@link Span#index}
     */
    void slacks(long own, long[] slacks) {
        // what lets any of the children from a place on begin later than it did
        long[] bounds = new long[byStart.length + 1];
        bounds[byStart.length] = CriticalPath.UNLIMITED;
        long[] beginning = new long[byStart.length];
        Arrays.fill(beginning, CriticalPath.UNLIMITED);
        for (int i = byStart.length - 1; i >= 0; i--) {
            Span child = byStart[i];
            long latest = bounds[firstAfter(i)];
            if (over(child) <= end || isClosedLate(child, end)) {
                latest = Math.min(latest, later(lastReached, own));
            }
            long slack = latest == CriticalPath.UNLIMITED ? latest : Math.max(0, latest - child.endNanos());
            slack = Math.min(slack, beginning[i]);
            slacks[child.index()] = slack;
            bounds[i] = Math.min(bounds[i + 1], later(reached[i], slack));
            if (begunBy[i] >= 0) {
                beginning[begunBy[i]] = Math.min(beginning[begunBy[i]], slack);
            }
        }
    }

    /** Returns the place of the first child that began after this one was over. */
    private int firstAfter(int place) {
        long over = over(byStart[place]);
        int low = place + 1;
        int high = byStart.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byStart[middle].startNanos() >= over) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static long later(long time, long slack) {
        return slack == CriticalPath.UNLIMITED ? slack : time + slack;
    }

    /**
     * The slots in which the tool calls of one turn run, in their order. A call begins when its predecessors have begun and a slot is
     * free. With a barrier, it begins when all slots are free.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class TurnSlots {
        private final ToolTurn turn;
        private final PriorityQueue<Long> ends = new PriorityQueue<>();
        private long begun;
        /** When what was put last ends, and what stands in {@link #ends} for it. */
        private long last;

        private long held;
        private long free = Long.MIN_VALUE;

        /** Starts with the first call. */
        TurnSlots(ToolTurn turn, long begin, long end) {
            this.turn = turn;
            this.begun = begin;
            this.last = end;
            hold(end);
        }

        ToolTurn turn() {
            return turn;
        }

        /**
         * Puts the next call.
         *
         * @param gap the caller's own work between the call before and this one
         * @param earliest before what it cannot begin, for what is not of the turn
         * @return when it ends
         */
        long end(long gap, long length, long earliest) {
            // a gap below 0: the end of the call before was recorded a little after this one had begun
            begun = Math.max(begun + Math.max(0, gap), earliest);
            if (ends.size() >= turn.limit()) {
                free = ends.remove();
                while (turn.hasBarrier() && !ends.isEmpty()) {
                    free = ends.remove();
                }
                begun = Math.max(begun, free + gap);
            }
            // a call may have begun a little before the end recorded of what freed its slot
            last = begun + length;
            hold(Math.max(free, last));
            return last;
        }

        /**
         * Puts a memory access behind the call before it, whose slot it keeps.
         *
         * @param nanos how long it takes, what the caller does before it included
         * @return when it ends
         */
        long memory(long nanos) {
            ends.remove(held);
            last += nanos;
            hold(Math.max(free, last));
            return last;
        }

        private void hold(long end) {
            held = end;
            ends.add(end);
        }
    }
}
