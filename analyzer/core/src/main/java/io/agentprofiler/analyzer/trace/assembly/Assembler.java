// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Intervals;
import io.agentprofiler.analyzer.trace.LongMap;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Joins the events of one run, in any order, into traces, by span id and parent id only.
 *
 * <p>A trace is handed over when every span read of it has both ends and its parent, and stayed so for
 * {@value #GRACE_EVENTS} events and {@value #GRACE_SECONDS} seconds of the run (a child may start after its workflow has
 * returned). So memory grows with the open spans, not with the file. What is left at the end is handed over by
 * {@link #finish}, or moved into the assembler of the run's earlier part by {@link #absorb}.
 *
 * <p><b>Threading:</b> one thread. The consumer is called on it.
 */
public final class Assembler {
    static final int GRACE_EVENTS = 20_000;
    static final int GRACE_SECONDS = 10;

    private static final long GRACE_NANOS = GRACE_SECONDS * 1_000_000_000L;
    /** How often the shared budget is settled and looked at; a power of two. */
    private static final int SETTLE_EVENTS = 1024;

    private final Consumer<Trace> finished;
    private final SpanBudget budget;
    private final LongMap<SpanParts> spans = new LongMap<>(1024);
    /** Least recently started first. */
    private final Map<TraceId, TraceParts> traces = new LinkedHashMap<>(16, 0.75f, true);

    private final Deque<Completed> completed = new ArrayDeque<>();

    /** How many of the traces are {@linkplain TraceParts#isQuiet quiet}. */
    private int quiet;

    /** Held spans of which chunks were read. Their times are taken to need as much as a span. */
    private long streamed;

    private long events;
    private long starts;
    private long chunks;
    private long ends;
    private long duplicates;
    private long orphanEnds;
    private long orphanChunks;
    private long givenUp;
    private long plain;
    private boolean patient;
    /** Held traces that events were taken of since somebody looked; {@code null} while nobody looks. */
    private Set<TraceParts> changed;

    private long skewed;
    private AssemblyCounts absorbed = AssemblyCounts.NONE;
    private long lastNanos = Long.MIN_VALUE;
    private long settled;

    private record Completed(TraceParts trace, long atEvents, long atNanos) {}

    /**
     * Starts with nothing.
     *
     * @param finished takes every trace, once
     * @param budget shared with the run's other assemblers
     */
    public Assembler(Consumer<Trace> finished, SpanBudget budget) {
        this.finished = finished;
        this.budget = budget;
    }

    /**
     * Has it keep complete traces for as long as there is memory: more of them may be in another file, or much later in this one.
     */
    public void keepComplete() {
        patient = true;
    }

    /** Takes an event. */
    public void accept(SpanEvent event) {
        events++;
        lastNanos = Math.max(lastNanos, event.epochNanos());
        if (event instanceof SpanEvent.Start start) {
            starts++;
            take(start);
        } else if (event instanceof SpanEvent.End end) {
            ends++;
            take(end);
        } else if (event instanceof SpanEvent.Chunk chunk) {
            chunks++;
            SpanParts span = streamed(chunk.span());
            span.takeChunk(chunk.epochNanos());
            if (changed != null && span.trace() != null) {
                changed.add(span.trace());
            }
        }
        handOverDue();
        if ((events & SETTLE_EVENTS - 1) == 0) {
            relieve();
        }
    }

    /** Returns the time of the latest event, {@link Long#MIN_VALUE} before the first. */
    public long lastNanos() {
        return lastNanos;
    }

    /** Returns what was met so far, the absorbed assemblers' share included. */
    public AssemblyCounts counts() {
        return absorbed.plus(new AssemblyCounts(
                new AssemblyCounts.EventsRead(starts, chunks, ends),
                duplicates,
                orphanEnds,
                orphanChunks,
                givenUp,
                plain,
                skewed));
    }

    /** Takes over what an assembler of a later part of the same run holds. That one must not be used afterwards. */
    public void absorb(Assembler later) {
        later.settle(0);
        events += later.events;
        lastNanos = Math.max(lastNanos, later.lastNanos);
        absorbed = absorbed.plus(later.counts());
        for (TraceParts trace : later.traces.values()) {
            trace.spans().forEach(this::take);
        }
        for (long id : later.spans.sortedKeys()) {
            SpanParts loose = later.spans.get(id);
            if (loose.trace() == null) {
                take(loose);
            }
        }
        handOverDue();
        relieve();
    }

    private void take(SpanParts parts) {
        if (parts.start() != null) {
            take(parts.start());
        }
        if (parts.chunkTimes() != null) {
            streamed(parts.id()).take(parts.chunkTimes());
        }
        if (parts.end() != null) {
            take(parts.end());
        }
    }

    /** Hands over everything that is left. Spans without an end are closed at {@code runEndNanos}. */
    public void finish(long runEndNanos) {
        for (TraceParts trace : List.copyOf(traces.values())) {
            handOver(trace, runEndNanos);
        }
        for (long id : spans.sortedKeys()) {
            SpanParts loose = spans.get(id);
            orphanEnds += loose.end() == null ? 0 : 1;
            orphanChunks += loose.chunkTimes() == null ? 0 : loose.chunkTimes().recorded();
            streamed -= loose.chunkTimes() == null ? 0 : 1;
            spans.remove(id);
        }
        settle(held());
    }

    /**
     * Hands over one trace of which nothing more will come.
     *
     * @param closeAtNanos when its spans without an end are taken to end
     * @param original what the trace was made of, or {@code null}
     */
    public void finish(TraceId id, long closeAtNanos, Object original) {
        TraceParts trace = traces.get(id);
        if (trace != null) {
            handOver(trace, closeAtNanos, original);
        }
    }

    /** Has it take note from now on of what {@link #forEachChanged} asks for. */
    public void watch() {
        changed = new LinkedHashSet<>();
    }

    /**
     * Shows what is known so far of each held trace that an event was taken of since this was called last. The traces stay held; those
     * that were handed over meanwhile are not among them.
     *
     * @param taker takes a trace whose open spans end at the latest event, and whether it is complete as far as is known
     */
    public void forEachChanged(SnapshotConsumer taker) {
        for (Iterator<TraceParts> each = changed.iterator(); each.hasNext(); ) {
            TraceParts trace = each.next();
            if (taker.wants(trace.id(), trace.spans().size())) {
                each.remove();
                taker.accept(trace.snapshot(lastNanos), trace.isComplete());
            }
        }
    }

    /** Takes traces as far as they are known. */
    public interface SnapshotConsumer {
        /** Answers whether a changed trace is to be shown now; if not, it is asked for again. */
        boolean wants(TraceId id, int spans);

        /** Takes a trace and whether it is complete as far as is known. */
        void accept(Trace trace, boolean complete);
    }

    /**
     * Hands over the traces that have been complete for some time, however few events came since: for who reads a run while it is
     * written, in which no event may come for hours.
     *
     * @param nowNanos the time now, in nanoseconds since 1970
     */
    public void finishComplete(long nowNanos, long graceNanos) {
        for (Completed next = completed.peek();
                next != null && (!isCurrent(next) || Intervals.length(next.atNanos(), nowNanos) >= graceNanos);
                next = completed.peek()) {
            completed.remove();
            if (isCurrent(next)) {
                handOver(next.trace(), lastNanos);
            }
        }
    }

    private void take(SpanEvent.Start start) {
        TraceParts trace = traces.computeIfAbsent(start.trace(), TraceParts::new);
        SpanParts span = spanOf(start.span(), trace);
        trace.counted(span, -1);
        duplicates += span.take(start) ? 1 : 0;
        trace.counted(span, 1);
        trace.started(start.span());
        if (start.parent() != 0
                && !isStarted(start.parent(), trace)
                && !start.attributes().isTrue(Attributes.REMOTE_PARENT)) {
            trace.parentMissing(start.parent());
        }
        noteCompletion(trace);
    }

    private void take(SpanEvent.End end) {
        SpanParts span = spans.get(end.span());
        if (end.trace() != null && (span == null || !belongsTo(span, end.trace()))) {
            span = spanOf(end.span(), traces.computeIfAbsent(end.trace(), TraceParts::new));
        } else if (span == null) {
            span = new SpanParts(end.span());
            spans.put(end.span(), span);
        }
        TraceParts trace = span.trace();
        if (trace == null) {
            duplicates += span.take(end) ? 1 : 0;
            return;
        }
        trace.counted(span, -1);
        duplicates += span.take(end) ? 1 : 0;
        trace.counted(span, 1);
        noteCompletion(trace);
    }

    /** Finds the span of chunks, which name no trace, or makes one that waits for its start. */
    private SpanParts streamed(long id) {
        SpanParts span = spans.get(id);
        if (span == null) {
            span = new SpanParts(id);
            spans.put(id, span);
        }
        streamed += span.chunkTimes() == null ? 1 : 0;
        return span;
    }

    private static boolean belongsTo(SpanParts span, TraceId trace) {
        return span.trace() != null && span.trace().id().equals(trace);
    }

    private boolean isStarted(long id, TraceParts trace) {
        SpanParts span = spans.get(id);
        if (span != null && span.trace() != trace) {
            span = trace.find(id);
        }
        return span != null && span.start() != null;
    }

    /** Finds or makes the span in its trace. Two traces may use the same span id: the map knows the later one. */
    private SpanParts spanOf(long id, TraceParts trace) {
        SpanParts span = spans.get(id);
        if (span != null && span.trace() == trace) {
            return span;
        }
        if (span != null && span.trace() == null) {
            trace.add(span);
            trace.counted(span, 1);
            return span;
        }
        if (span != null) {
            SpanParts own = trace.find(id);
            if (own != null) {
                return own;
            }
        }
        span = new SpanParts(id);
        spans.put(id, span);
        trace.add(span);
        return span;
    }

    /** To be called after every event of the trace. */
    private void noteCompletion(TraceParts trace) {
        if (changed != null) {
            changed.add(trace);
        }
        quiet += trace.turnsQuiet();
        if (trace.isComplete()) {
            if (trace.completeSince() < 0) {
                trace.completeSince(events);
                completed.add(new Completed(trace, events, lastNanos));
            }
        } else {
            trace.completeSince(Unknown.LONG);
        }
    }

    private void handOverDue() {
        for (Completed next = completed.peek(); next != null && !patient && isDue(next); next = completed.peek()) {
            completed.remove();
            if (isCurrent(next)) {
                handOver(next.trace(), lastNanos);
            }
        }
    }

    private boolean isDue(Completed next) {
        return !isCurrent(next)
                || events - next.atEvents() >= GRACE_EVENTS
                        && Intervals.length(next.atNanos(), lastNanos) >= GRACE_NANOS;
    }

    private static boolean isCurrent(Completed entry) {
        return entry.trace().completeSince() == entry.atEvents();
    }

    private void handOver(TraceParts trace, long closeAtNanos) {
        handOver(trace, closeAtNanos, null);
    }

    private void handOver(TraceParts trace, long closeAtNanos, Object original) {
        traces.remove(trace.id());
        if (changed != null) {
            changed.remove(trace);
        }
        quiet -= trace.wasQuiet() ? 1 : 0;
        trace.completeSince(Unknown.LONG);
        for (SpanParts span : trace.spans()) {
            spans.remove(span.id(), span);
            orphanEnds += span.start() == null ? 1 : 0;
            streamed -= span.chunkTimes() == null ? 0 : 1;
        }
        if (OtherSpans.areAllPlain(trace.spans())) {
            plain++;
            return;
        }
        skewed += OtherSpans.settle(trace.spans());
        finished.accept(trace.build(closeAtNanos, original));
    }

    /** Keeps to the budget: first traces that only lack their grace, then those that lack their parents, then others. */
    private void relieve() {
        settle(held());
        while (budget.isExceeded() && !completed.isEmpty()) {
            Completed next = completed.remove();
            if (isCurrent(next)) {
                handOver(next.trace(), lastNanos);
                settle(held());
            }
        }
        if (budget.isExceeded()) {
            giveUp();
        }
    }

    private void giveUp() {
        int enough = spans.size() / 2;
        // most often there is none, and looking through all traces takes its time
        List<TraceParts> quietOnes = quiet == 0
                ? List.of()
                : traces.values().stream().filter(TraceParts::isQuiet).toList();
        Iterator<TraceParts> nextQuiet = quietOnes.iterator();
        while (nextQuiet.hasNext() && spans.size() > enough) {
            handOver(nextQuiet.next(), lastNanos);
            givenUp++;
        }
        while (!traces.isEmpty() && spans.size() > enough) {
            handOver(traces.values().iterator().next(), lastNanos);
            givenUp++;
        }
        settle(held());
    }

    /** Returns what is held, in spans: a trace needs about as much as one. */
    private long held() {
        return spans.size() + streamed + traces.size();
    }

    private void settle(long holds) {
        budget.add(holds - settled);
        settled = holds;
    }
}
