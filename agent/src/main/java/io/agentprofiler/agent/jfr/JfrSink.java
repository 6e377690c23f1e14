// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.context.HandlerTime;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.StageForecast;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.jfr.event.ChunkEvent;
import io.agentprofiler.agent.jfr.event.EventText;
import io.agentprofiler.agent.jfr.event.ForecastEvent;
import io.agentprofiler.agent.jfr.event.ModelServerEvent;
import io.agentprofiler.agent.jfr.event.OperationEvent;
import io.agentprofiler.agent.jfr.event.PipelineEvent;
import io.agentprofiler.agent.jfr.event.TypedEvent;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.shared.schema.SpanKind;

/**
 * Fills the events that application threads began and commits them.
 *
 * <p>A span that started before any recording ran has no event, since JFR knows no way to give an event an earlier
 * start; it is counted. A span that never ends has none either: the counters say how many are open.
 *
 * <p><b>Threading:</b> the ring's consumer.
 */
public final class JfrSink implements TraceSink {
    private final FlightGate gate;
    private final String service;
    /** Made when it is needed first: with it the event classes are loaded. */
    private EventStock stock;
    /** Written by the consumer only; read at the end of a chunk too. */
    private volatile long committed;

    private volatile long tooEarly;

    /**
     * Creates a sink.
     *
     * @param gate through which the events are begun
     * @param service the run's name
     */
    public JfrSink(FlightGate gate, String service) {
        this.gate = gate;
        this.service = service;
    }

    @Override
    public boolean start(SpanStart start) {
        Span span = start.span;
        if (span.flightStart == 0 || (isLate(span) && !EventTimes.known())) {
            return true;
        }
        if (stock == null) {
            stock = new EventStock();
        }
        TypedEvent event = stock.take(span.rule.kind());
        if (!event.isWanted()) {
            stock.giveBack(event);
            return true;
        }
        if (!EventTimes.known()) {
            event.begin();
            event.call.begin();
        }
        span.jfrEvent = event;
        event.traceId = EventText.traceId(span.traceHigh, span.traceLow);
        event.spanId = EventText.spanId(span.id);
        event.parentId = start.parentId == 0 ? null : EventText.spanId(start.parentId);
        event.spanKey = span.id;
        event.name = EventText.of(start.name);
        event.kind = span.rule.kind().word();
        event.rule = gate.nameOf(span.rule);
        event.startEpochNanos = start.epochNanos;
        event.queuedTime = span.queuedNanos < 0 ? EventText.UNKNOWN_TIME : span.queuedNanos;
        event.startThread = start.thread;
        event.startThreadName = EventText.of(start.threadName);
        start.attributes.forEach(event::attribute);
        return true;
    }

    @Override
    public boolean chunk(SpanChunk chunk) {
        if (!gate.isOpen() || isLate(chunk.span)) {
            return true;
        }
        ChunkEvent event = new ChunkEvent();
        if (event.isEnabled()) {
            Span span = chunk.span;
            event.traceId = EventText.traceId(span.traceHigh, span.traceLow);
            event.spanId = EventText.spanId(span.id);
            event.spanKey = span.id;
            event.number = chunk.index;
            event.sinceStart = span.jfrEvent instanceof TypedEvent begun
                    ? chunk.epochNanos - begun.startEpochNanos
                    : EventText.UNKNOWN_TIME;
            event.type = chunk.type;
            event.chars = chunk.chars < 0 ? EventText.UNKNOWN : chunk.chars;
            event.commit();
        }
        return true;
    }

    @Override
    public boolean end(SpanEnd end) {
        Span span = end.span;
        if (span.jfrEvent == null) {
            if (span.flightStart == 0 && gate.isOpen() && EventTypes.isEnabled(span.rule.kind())) {
                tooEarly = tooEarly + 1;
            }
            return true;
        }
        TypedEvent event = (TypedEvent) span.jfrEvent;
        span.jfrEvent = null;
        if (end.name != null) {
            event.name = EventText.of(end.name);
        }
        event.status = end.status.word();
        event.errorType = EventText.of(end.errorType);
        event.errorMessage = EventText.of(end.errorMessage);
        event.endThread = end.thread;
        event.endThreadName = EventText.of(end.threadName);
        event.cpuTime = end.cpuNanos < 0 ? EventText.UNKNOWN_TIME : end.cpuNanos;
        event.allocated = end.allocatedBytes < 0 ? EventText.UNKNOWN : end.allocatedBytes;
        chunkStatistics(event, span);
        end.attributes.forEach(event::attribute);
        if (EventTimes.known()) {
            EventTimes.set(event, span.flightStart, span.flightEnd);
        } else {
            event.end();
            event.call.end();
        }
        event.complete();
        if (event.call.shouldCommit()) {
            event.call.commit();
        }
        if (event.shouldCommit()) {
            event.commit();
            committed = committed + 1;
        }
        stock.giveBack(event);
        return true;
    }

    /** The events of a workflow that was kept for how it went may come late, where JFR can date only those of spans back. */
    private static boolean isLate(Span span) {
        return span.workflow != null && !span.workflow.chosen;
    }

    private static void chunkStatistics(TypedEvent event, Span span) {
        Span.ChunkStats chunks = span.chunks;
        if (chunks != null && chunks.count > 0) {
            event.chunkCount = chunks.count;
            event.firstChunk = chunks.firstNanos - span.startNanos;
            event.lastChunk = chunks.lastNanos - span.startNanos;
            event.maxChunkGap = chunks.count > 1 ? chunks.maxGapNanos : EventText.UNKNOWN_TIME;
        }
        HandlerTime handler = span.handler;
        if (handler != null && handler.isKnown()) {
            event.handlerTime = handler.nanos();
            event.handlerTimeBefore = chunks == null ? EventText.UNKNOWN_TIME : handler.beforeFirst();
            event.handlerTimeAfter = chunks == null ? EventText.UNKNOWN_TIME : handler.sinceLast();
        }
    }

    @Override
    public boolean modelServer(ModelServerSample sample) {
        if (gate.isOpen()) {
            ModelServerEvent event = new ModelServerEvent();
            if (event.isEnabled()) {
                event.fill(sample);
                event.commit();
            }
        }
        return true;
    }

    @Override
    public void forecast(StageForecast forecast) {
        if (gate.isOpen() && !isLate(forecast.span())) {
            ForecastEvent event = new ForecastEvent();
            if (event.isEnabled()) {
                event.fill(forecast);
                event.commit();
            }
        }
    }

    @Override
    public void counters(PipelineCounters.Snapshot counters) {
        if (gate.isOpen()) {
            commit(counters);
        }
    }

    @Override
    public void flush() {
        // JFR hands events to its readers on its own clock
    }

    @Override
    public void close(PipelineCounters.Snapshot counters) {
        counters(counters);
    }

    /** Commits the counters; also called at the end of a recording's chunk, on the recorder's thread. */
    public void commit(PipelineCounters.Snapshot counters) {
        PipelineEvent event = PipelineEvent.of(counters);
        event.service = service;
        event.pid = ProcessHandle.current().pid();
        event.committed = committed;
        event.tooEarly = tooEarly;
        event.commit();
    }

    /**
     * Creates the events that the sink fills and commits, and reuses committed ones.
     *
     * <p>A class of its own because the sink is loaded with the agent, and the event classes only when a recording runs.
     *
     * <p><b>Threading:</b> consumer only.
     */
    private static final class EventStock {
        /** As many as spans are usually open at a time. */
        private static final int MOST_SPARES = 256;

        private OperationEvent spares;
        private int count;

        /** Returns an event, neither begun nor filled, for a span of {@code kind}. */
        TypedEvent take(SpanKind kind) {
            if (spares != null && EventTypes.isOperation(kind)) {
                OperationEvent event = spares;
                spares = event.next;
                event.next = null;
                count--;
                return event;
            }
            return EventTypes.make(kind);
        }

        /** Takes back an event that nobody will look at again. */
        void giveBack(TypedEvent event) {
            if (event instanceof OperationEvent operation && count < MOST_SPARES) {
                operation.clear();
                operation.next = spares;
                spares = operation;
                count++;
            }
        }
    }
}
