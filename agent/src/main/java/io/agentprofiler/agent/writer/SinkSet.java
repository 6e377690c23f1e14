// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.config.KeepRules;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.ReadGuard;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.ThreadNames;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.ring.PayloadBudget;
import io.agentprofiler.agent.ring.Slot;
import io.agentprofiler.agent.stats.DropReason;
import io.agentprofiler.agent.stats.EventType;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.ProcessSample;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.agent.writer.GuardedSink.Outcome;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Turns slots into events and hands them to every sink. The counters follow the first sink, the one of the segments.
 *
 * <p><b>Threading:</b> consumer only.
 */
final class SinkSet {
    private final TraceClock clock;
    private final List<GuardedSink> sinks;
    private final PipelineCounters counters;
    private final PayloadBudget budget;
    private final PendingWorkflows workflows;
    private final ThreadNames threads = new ThreadNames();

    private SpanReader reader;
    private ReadGuard guard;
    private SpanStart start = new SpanStart();
    private SpanEnd end = new SpanEnd();
    private SpanChunk chunk = new SpanChunk();
    private final Predicate<TraceSink> offerStart = sink -> sink.start(start);
    private final Predicate<TraceSink> offerChunk = sink -> sink.chunk(chunk);
    private final Predicate<TraceSink> offerEnd = sink -> sink.end(end);
    private boolean readerFaultSaid;

    SinkSet(
            TraceClock clock,
            List<TraceSink> sinks,
            PipelineCounters counters,
            PayloadBudget budget,
            KeepRules keep,
            long heldMaxBytes) {
        this.clock = clock;
        this.sinks = new ArrayList<>(sinks.size());
        for (TraceSink sink : sinks) {
            this.sinks.add(new GuardedSink(sink));
        }
        this.counters = counters;
        this.budget = budget;
        this.workflows = new PendingWorkflows(keep, heldMaxBytes, counters, this::offerLater);
    }

    /** From now on another thread is the consumer. What the one before may still fill is left to it. */
    void consumeWith(SpanReader nextReader, ReadGuard nextGuard) {
        reader = nextReader;
        guard = nextGuard;
        start = new SpanStart();
        end = new SpanEnd();
    }

    void attach() {
        for (GuardedSink sink : sinks) {
            sink.tell(target -> target.attach(counters::snapshot), System.nanoTime());
        }
    }

    /**
     * Reads and writes a made-up span for nothing: the first calls of a program would otherwise wait in the ring while classes are
     * loaded, and be lost with a process that is killed.
     */
    void rehearse(long now) {
        SpanStart first = new SpanStart();
        SpanEnd last = new SpanEnd();
        if (reader.rehearse(first, last)) {
            first.threadName = threads.of(Thread.currentThread(), reader);
            last.threadName = first.threadName;
            for (GuardedSink sink : sinks) {
                sink.tell(target -> target.rehearse(first, last), now);
            }
        }
    }

    void start(Slot slot, long now) {
        Span span = slot.span;
        span.startWritten = true;
        if (workflows.leavesOut(span)) {
            workflows.leaveOutStart();
            return;
        }
        start.span = span;
        Span parent = parent(span);
        start.parentId = parent == null ? 0 : parent.id;
        start.epochNanos = clock.epochNanos(slot.nanos);
        start.thread = slot.thread();
        start.threadName = threads.of(start.thread, reader);
        start.name = null;
        addShort(slot, start.attributes);
        readStart(slot, reader, guard, start);
        if (slot.shortAttributes != null && slot.shortAttributes.name() != null) {
            start.name = slot.shortAttributes.name();
        }
        span.name = start.name;
        reader.started(span.rule);
        if (slot.payload) {
            budget.learn(span.rule, false, start.attributes);
        }
        if (parent != null && isRemote(parent)) {
            start.attributes.put(Attributes.REMOTE_PARENT, true);
        }
        if (span.workflow != null) {
            SpanStart read = start;
            start = new SpanStart();
            workflows.start(read, now);
            return;
        }
        offer(EventType.SPAN_START, offerStart, now);
        start.attributes.clear();
        start.span = null;
        start.thread = null;
    }

    void chunk(Slot slot, long now) {
        if (workflows.leavesOut(slot.span)) {
            counters.leftOut(0, 1, 0);
            return;
        }
        chunk.span = slot.span;
        chunk.epochNanos = clock.epochNanos(slot.nanos);
        chunk.index = slot.chunkIndex;
        chunk.type = slot.chunkType;
        chunk.chars = slot.chars;
        if (slot.span.workflow != null) {
            SpanChunk read = chunk;
            chunk = new SpanChunk();
            workflows.chunk(read, now);
            return;
        }
        offer(EventType.SPAN_CHUNK, offerChunk, now);
        chunk.span = null;
    }

    void end(Slot slot, long now) {
        Span span = slot.span;
        if (workflows.leavesOut(span)) {
            workflows.leaveOutEnd();
            span.release();
            return;
        }
        end.span = span;
        end.epochNanos = clock.epochNanos(slot.nanos);
        end.name = span.name;
        end.status = slot.status();
        end.thread = slot.thread();
        end.threadName = threads.of(end.thread, reader);
        end.cpuNanos = slot.cpuNanos;
        end.allocatedBytes = slot.allocatedBytes;
        end.failedWhen = slot.shortAttributes == null ? null : slot.shortAttributes.failedWhen();
        end.errorType = null;
        end.errorMessage = null;
        addShort(slot, end.attributes);
        readEnd(slot, reader, guard, end);
        if (slot.payload) {
            budget.learn(slot.rule(), true, end.attributes);
        }
        if (span.workflow != null) {
            SpanEnd read = end;
            end = new SpanEnd();
            workflows.end(read, slot.nanos, now);
            span.release();
            return;
        }
        offer(EventType.SPAN_END, offerEnd, now);
        end.attributes.clear();
        end.span = null;
        end.thread = null;
        span.release();
    }

    /** Adds what was read of a call before its references were let go. */
    private static void addShort(Slot slot, Map<String, Object> attributes) {
        if (slot.shortAttributes != null) {
            attributes.putAll(slot.shortAttributes.attributes());
        }
    }

    /**
     * Reads a start. The thread may have been replaced when this comes back: until the guard has said that it was not, nothing
     * is touched but what was given.
     */
    private void readStart(Slot slot, SpanReader by, ReadGuard guarded, SpanStart into) {
        Throwable fault = null;
        try {
            by.readStart(slot, slot.payload, into);
        } catch (RuntimeException | Error e) {
            fault = e;
        }
        guarded.done();
        if (fault != null) {
            readerFailed(into.span, fault);
        }
    }

    /** Reads an end, as {@link #readStart} does a start. */
    private void readEnd(Slot slot, SpanReader by, ReadGuard guarded, SpanEnd into) {
        Throwable fault = null;
        try {
            by.readEnd(slot.rule(), slot, slot.payload, into);
        } catch (RuntimeException | Error e) {
            fault = e;
        }
        guarded.done();
        if (fault != null) {
            readerFailed(into.span, fault);
        }
    }

    void modelServer(ModelServerSample sample, long now) {
        offer(EventType.BACKEND, sink -> sink.modelServer(sample), now);
    }

    void counters(PipelineCounters.Snapshot snapshot, long now) {
        tellAll(sink -> sink.counters(snapshot), now);
    }

    void process(ProcessSample sample, long now) {
        tellAll(sink -> sink.process(sample), now);
    }

    void flush(long now) {
        tellAll(TraceSink::flush, now);
        countLosses();
    }

    /** The run ends; the counters can be closed after this. */
    void settle(long now) {
        tellAll(TraceSink::settle, now);
        countLosses();
    }

    void close(PipelineCounters.Snapshot snapshot, long now) {
        tellAll(sink -> sink.close(snapshot), now);
        countLosses();
    }

    /**
     * Decides on workflows by time; see {@link PendingWorkflows#decideDue}.
     *
     * @return whether anything was written
     */
    boolean decideDue(long now, long taken, long claimed) {
        return workflows.decideDue(now, taken, claimed);
    }

    /** The run ends: decides on all workflows that are not decided. */
    void decideAll(long now) {
        workflows.decideAll(now);
    }

    private void offerLater(Object event, long now) {
        if (event instanceof SpanStart pending) {
            offer(EventType.SPAN_START, sink -> sink.start(pending), now);
        } else if (event instanceof SpanChunk pending) {
            offer(EventType.SPAN_CHUNK, sink -> sink.chunk(pending), now);
        } else {
            SpanEnd pending = (SpanEnd) event;
            offer(EventType.SPAN_END, sink -> sink.end(pending), now);
        }
    }

    private void offer(EventType type, Predicate<TraceSink> call, long now) {
        Outcome first = sinks.get(0).offer(call, now);
        for (int i = 1; i < sinks.size(); i++) {
            sinks.get(i).offer(call, now);
        }
        switch (first) {
            case WRITTEN -> counters.written(type);
            case REFUSED -> counters.lost(type, DropReason.IO);
            case FAILED -> counters.lost(type, DropReason.SINK_FAILED);
        }
    }

    private void tellAll(Consumer<TraceSink> call, long now) {
        for (GuardedSink sink : sinks) {
            sink.tell(call, now);
        }
    }

    /** Corrects the counters by what the first sink could not keep. */
    void countLosses() {
        for (EventType type : EventType.values()) {
            countLosses(type, DropReason.IO);
            countLosses(type, DropReason.REMOVED);
        }
    }

    private void countLosses(EventType type, DropReason reason) {
        long lost = sinks.get(0).lostAfterwards(type, reason);
        if (lost != 0) {
            counters.lostAfterwards(type, reason, lost);
        }
    }

    /** The reader promises not to throw; if it does all the same, the span stays with what was read until then. */
    private void readerFailed(Span span, Throwable fault) {
        if (!readerFaultSaid) {
            readerFaultSaid = true;
            AgentLog.info("attributes of " + span.rule.qualifiedId() + " could not be read: " + AgentLog.describe(fault)
                    + "; its spans are written without them, further faults are not reported");
        }
    }

    /** A parent whose start was dropped is not in the trace: its children hang on the next ancestor that is. */
    private static Span parent(Span span) {
        Span parent = span.parent;
        while (parent != null && !parent.startWritten && !isRemote(parent)) {
            parent = parent.parent;
        }
        return parent;
    }

    /** A span of another process, known by its ids only. */
    private static boolean isRemote(Span span) {
        return span.rule == null;
    }
}
