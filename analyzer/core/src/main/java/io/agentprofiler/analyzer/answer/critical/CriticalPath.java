// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The critical path of one workflow, traced from its end back to its start. At each point, the path leads into the child that ended
 * last, also if it only closed later. Between children, it stays in the span itself. A tool that began while a model was streaming
 * its answer waited for that part of the call.
 *
 * <p>The pieces are disjoint and their lengths sum to {@link Trace#durationNanos}. Times are nanoseconds. Takes
 * n log n time for n spans.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class CriticalPath {
    /** Slack of a span that nothing waits for. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    private static final Function<Trace, CriticalPath> OF = CriticalPath::new;

    private final Trace trace;
    private final Schedule schedule;
    private final List<PathStretch> pieces;
    private final long[] onPath;
    private final boolean[] waitedFor;
    private final Map<Operation, Integer> operations = new HashMap<>();
    private final List<Operation> operationsByNumber = new ArrayList<>();
    /** When model calls waited for their models, by {@link Span#index}; {@code null} where that is not known. */
    private final ServerTime[] serverTimes;
    /** Number of the operation, by {@link Span#index}. */
    private final int[] operationOf;
    /** Computed on first use by any thread, always with the same result. */
    private volatile long[] slacks;

    private CriticalPath(Trace trace) {
        this.trace = trace;
        this.schedule = Schedule.of(trace);
        this.waitedFor = new boolean[trace.spans().size()];
        this.pieces = new Walk().pieces();
        this.onPath = new long[trace.spans().size()];
        for (PathStretch piece : pieces) {
            if (piece.span() != null) {
                onPath[piece.span().index()] += piece.nanos();
            }
        }
        this.operationOf = new int[trace.spans().size()];
        this.serverTimes = new ServerTime[trace.spans().size()];
        for (Span span : trace.spans()) {
            // what a wrapper asks for itself, a token for instance, is no wait for its model
            boolean wrappers = span.requestedBy() != null && span.requestedBy().isWrapper();
            serverTimes[span.index()] =
                    wrappers ? serverTimes[span.requestedBy().index()] : ServerTime.of(span);
            operationOf[span.index()] = number(Operation.of(span));
        }
    }

    private int number(Operation operation) {
        Integer known = operations.get(operation);
        if (known != null) {
            return known;
        }
        int next = operations.size();
        operations.put(operation, next);
        operationsByNumber.add(operation);
        return next;
    }

    /** Returns the critical path of a workflow. */
    public static CriticalPath of(Trace trace) {
        return trace.derived(OF);
    }

    /** Returns the stretches, in order of time, without gaps. */
    public List<PathStretch> pieces() {
        return pieces;
    }

    /** Returns the run time of the workflow, which is the sum of the pieces. */
    public long wallNanos() {
        return trace.durationNanos();
    }

    /** Answers whether the span or one of its descendants is on the path. */
    public boolean isOnPath(Span span) {
        return waitedFor[span.index()];
    }

    /** Returns the time on the path in the span itself, excluding its children. */
    public long onPathNanos(Span span) {
        return onPath[span.index()];
    }

    /**
     * Returns how much longer the span could have taken without making the workflow longer: 0 on the path,
     * {@link #UNLIMITED} when nothing waits for it.
     */
    public long slackNanos(Span span) {
        long[] known = slacks;
        if (known == null) {
            known = slacks();
            slacks = known;
        }
        return known[span.index()];
    }

    /** Returns the operations of the workflow, in the order of {@link #operationNumber}. */
    List<Operation> operations() {
        return Collections.unmodifiableList(operationsByNumber);
    }

    /** Returns the number of the span's operation. */
    int operationNumber(Span span) {
        return operationOf[span.index()];
    }

    /**
     * Returns how much shorter the workflow would be if the span, and all in it, took half the time: at least 0, at most
     * half of the time that they were waited for. Spans without an end stay as they are, and so does what a model call did before
     * and after its requests.
     */
    public long savedIfHalf(Span span) {
        if (!isOnPath(span)) {
            return 0;
        }
        int first = span.index();
        int last = first + span.size() - 1;
        return savedIfHalf(working -> working.index() >= first && working.index() <= last);
    }

    /**
     * Returns how much shorter the workflow would be if the operation's own work took half the time wherever it occurs: at
     * least 0, at most half of the time that it was waited for. Spans without an end stay as they are, and so does what a model
     * call did before and after its requests.
     */
    public long savedIfHalf(Operation operation) {
        Integer number = operations.get(operation);
        return number == null ? 0 : savedIfHalf(working -> operationOf[working.index()] == number);
    }

    private long savedIfHalf(Predicate<Span> halved) {
        long waited = 0;
        for (PathStretch piece : pieces) {
            boolean counts = piece.span() != null
                    && halved.test(piece.span())
                    && !piece.span().has(SpanFlag.UNFINISHED);
            waited += counts ? work(piece.span(), piece.startNanos(), piece.endNanos()) : 0;
        }
        if (waited < 2) {
            return 0;
        }
        long saved = saved(new Supposition() {
            @Override
            public long own(Span working, long startNanos, long nanos) {
                return halved.test(working) ? nanos - work(working, startNanos, startNanos + nanos) / 2 : nanos;
            }
        });
        // they differ by what was recorded as over a little late
        return Math.min(saved, waited / 2);
    }

    /** Returns how much of a stretch of a span's own time is its operation's: of a model call, without before and after. */
    private long work(Span span, long startNanos, long endNanos) {
        ServerTime time = serverTimes[span.index()];
        return time == null ? endNanos - startNanos : time.within(startNanos, endNanos);
    }

    /** Returns when a model call waited for its model, {@code null} where that is not known. */
    public ServerTime serverTime(Span span) {
        return serverTimes[span.index()];
    }

    /** Returns the saved run time; negative if the workflow takes longer. */
    public long saved(Supposition change) {
        return wallNanos() - schedule.wallNanos(change);
    }

    private long[] slacks() {
        long[] found = new long[trace.spans().size()];
        schedule.top().slacks(0, found);
        for (Span span : trace.spans()) {
            Children children = schedule.children(span);
            if (children != null) {
                children.slacks(found[span.index()], found);
            }
        }
        return found;
    }

    /** Goes back from the end. A loop, not a recursion: a trace may be deeper than a thread's stack. */
    private final class Walk {
        private final List<PathStretch> backwards = new ArrayList<>();
        private final Deque<PathVisit> visits = new ArrayDeque<>();

        List<PathStretch> pieces() {
            Children top = schedule.top();
            visits.push(new PathVisit(null, top, top.start(), top.end(), top.start(), top.end()));
            while (!visits.isEmpty()) {
                PathVisit visit = visits.peek();
                Span child = visit.next();
                if (child == null) {
                    visits.pop();
                    emit(visit.span, visit.start, visit.cursor, visit.from, visit.to);
                } else {
                    waitedFor[child.index()] = true;
                    emit(visit.span, child.endNanos(), visit.cursor, visit.from, visit.to);
                    // of a call that goes on streaming, only what was there when the child after it began, and of a
                    // child that closed
                    // after its parent only what was before
                    long end = Children.over(child) > visit.cursor ? visit.cursor : child.endNanos();
                    long from = Math.max(visit.from, Math.max(visit.start, child.startNanos()));
                    long to = Math.min(visit.to, Math.min(visit.cursor, end));
                    Children within = schedule.children(child);
                    if (within == null) {
                        emit(child, child.startNanos(), end, from, to);
                    } else {
                        visits.push(new PathVisit(child, within, child.startNanos(), end, from, to));
                    }
                    visit.cursor = Math.min(visit.cursor, child.startNanos());
                }
            }
            Collections.reverse(backwards);
            return List.copyOf(backwards);
        }

        /** Adds a stretch of a span's, as far as it lies within what is on the path. */
        private void emit(Span span, long from, long to, long pathFrom, long pathTo) {
            long start = Math.max(from, pathFrom);
            long end = Math.min(to, pathTo);
            if (start >= end) {
                return;
            }
            int last = backwards.size() - 1;
            if (last >= 0 && backwards.get(last).span() == span) {
                end = backwards.remove(last).endNanos();
            }
            backwards.add(new PathStretch(span, start, end));
        }
    }

    /** A span being walked through. */
    private static final class PathVisit {
        private final Span span;
        private final long start;
        private final long end;
        private final long from;
        private final long to;
        private final Span[] children;
        private final Map<Span, Span> begunEarly;
        private Span last;
        private int next;
        private long cursor;

        /** Starts at the span's end; only what lies in {@code from..to} is on the path. */
        PathVisit(Span span, Children children, long start, long end, long from, long to) {
            this.span = span;
            this.start = start;
            this.end = end;
            this.cursor = end;
            this.from = from;
            this.to = to;
            this.children = children.latestFirst();
            this.begunEarly = children.begunEarly();
        }

        /**
         * Returns the streaming call that began the child before, else the child that ended last of those over at the
         * cursor, {@code null} when there is none.
         */
        Span next() {
            Span call = begunEarly.get(last);
            last = call == null ? over() : call;
            return last;
        }

        private Span over() {
            while (next < children.length && cursor > start) {
                Span child = children[next++];
                boolean isOver = Children.over(child) <= cursor || cursor == end && Children.isClosedLate(child, end);
                if (isOver && child.endNanos() > start) {
                    return child;
                }
            }
            return null;
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(pieces.toArray());
    }

    /**
     * A stretch of a critical path, with the span that the workflow waited for.
     *
     * @param span the span that worked or waited itself, none of its children; {@code null} where no span ran
     * @param startNanos start, since 1970
     * @param endNanos end, after the start
     */
    public record PathStretch(Span span, long startNanos, long endNanos) {
        /** Returns the length. */
        public long nanos() {
            return endNanos - startNanos;
        }
    }
}
