// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.shared.schema.TraceFormat;
import java.util.Map;
import java.util.StringJoiner;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.Unsigned;

/**
 * How much of what happened is in the trace. Written about once a second and at the end of every
 * chunk of a recording, so that each dump tells what it may lack.
 *
 * <p>For starts, chunks and ends alike, emitted = written + dropped + queued; and started = ended + open + abandoned.
 */
@Name("agentprofiler.Pipeline")
@Label("Profiler Event Counters")
@Description("How many span events were emitted, written and dropped since the profiler started")
@Category("Agent Profiler")
@StackTrace(false)
@Period("endChunk")
public final class PipelineEvent extends Event {
    @Label("Service")
    @Description("The run's name, agentprofiler.service")
    public String service;

    @Label("Process Id")
    public long pid;

    @Label("Emitted Starts")
    @Unsigned
    long emittedStarts;

    @Label("Emitted Chunks")
    @Unsigned
    long emittedChunks;

    @Label("Emitted Ends")
    @Unsigned
    long emittedEnds;

    @Label("Written Starts")
    @Description("Starts written to the trace segments")
    @Unsigned
    long writtenStarts;

    @Label("Written Chunks")
    @Unsigned
    long writtenChunks;

    @Label("Written Ends")
    @Unsigned
    long writtenEnds;

    @Label("Dropped Starts")
    @Unsigned
    long droppedStarts;

    @Label("Dropped Chunks")
    @Unsigned
    long droppedChunks;

    @Label("Dropped Ends")
    @Unsigned
    long droppedEnds;

    @Label("Drop Reasons")
    @Description("Each event type and reason with its count, for example SPAN_CHUNK ring_full 12; empty when none")
    String dropReasons;

    @Label("Queued Starts")
    @Unsigned
    long queuedStarts;

    @Label("Queued Chunks")
    @Unsigned
    long queuedChunks;

    @Label("Queued Ends")
    @Unsigned
    long queuedEnds;

    @Label("Payloads Dropped")
    @Description("Spans whose payload was discarded because of the byte budget; the spans themselves are complete")
    @Unsigned
    long payloadsDropped;

    @Label("Spans Started")
    @Unsigned
    long started;

    @Label("Spans Ended")
    @Unsigned
    long ended;

    @Label("Spans Open")
    @Unsigned
    long open;

    @Label("Spans Abandoned")
    @Description("Spans that will never end: their rule was disabled or their stream was abandoned")
    @Unsigned
    long abandoned;

    @Label("Spans Suppressed")
    @Description("Spans that turned out to wrap another and were not written; not included in any other figure")
    @Unsigned
    long absorbed;

    @Label("Span Events")
    @Description("Span events committed to JFR, by all recordings together")
    @Unsigned
    public long committed;

    @Label("Spans Too Early")
    @Description("Spans that ended during a recording but had started before any ran: they have no event")
    @Unsigned
    public long tooEarly;

    @Label("Writer CPU Time")
    @Description("CPU time of the agent's writer thread since its start; N/A when unknown")
    @Timespan(Timespan.NANOSECONDS)
    long consumerCpu;

    @Label("Late Start")
    @Description(
            "How long the application ran without the agent because the agent's start took too long; calls made in that time are missing")
    @Timespan(Timespan.MILLISECONDS)
    long late;

    /** Returns the event of {@code counters}, JFR's own two counts aside. */
    public static PipelineEvent of(PipelineCounters.Snapshot counters) {
        PipelineEvent event = new PipelineEvent();
        event.emittedStarts = count(counters.emitted(), TraceFormat.SPAN_START);
        event.emittedChunks = count(counters.emitted(), TraceFormat.SPAN_CHUNK);
        event.emittedEnds = count(counters.emitted(), TraceFormat.SPAN_END);
        event.writtenStarts = count(counters.written(), TraceFormat.SPAN_START);
        event.writtenChunks = count(counters.written(), TraceFormat.SPAN_CHUNK);
        event.writtenEnds = count(counters.written(), TraceFormat.SPAN_END);
        event.droppedStarts = sum(counters.dropped(), TraceFormat.SPAN_START);
        event.droppedChunks = sum(counters.dropped(), TraceFormat.SPAN_CHUNK);
        event.droppedEnds = sum(counters.dropped(), TraceFormat.SPAN_END);
        event.dropReasons = reasons(counters.dropped());
        event.queuedStarts = count(counters.queued(), TraceFormat.SPAN_START);
        event.queuedChunks = count(counters.queued(), TraceFormat.SPAN_CHUNK);
        event.queuedEnds = count(counters.queued(), TraceFormat.SPAN_END);
        event.payloadsDropped = counters.payloadsDropped();
        event.started = counters.started();
        event.ended = counters.ended();
        event.open = counters.open();
        event.abandoned = counters.abandoned();
        event.absorbed = counters.suppressed();
        event.consumerCpu = counters.consumerCpuNanos() < 0 ? EventText.UNKNOWN_TIME : counters.consumerCpuNanos();
        event.late = counters.lateMillis();
        return event;
    }

    private static long count(Map<String, Long> counts, String type) {
        return counts.getOrDefault(type, 0L);
    }

    private static long sum(Map<String, Map<String, Long>> dropped, String type) {
        long sum = 0;
        for (long count : dropped.getOrDefault(type, Map.of()).values()) {
            sum += count;
        }
        return sum;
    }

    private static String reasons(Map<String, Map<String, Long>> dropped) {
        StringJoiner text = new StringJoiner(", ");
        dropped.forEach((type, reasons) -> reasons.forEach((reason, count) -> {
            if (count > 0) {
                text.add(type + " " + reason + " " + count);
            }
        }));
        return EventText.of(text.toString());
    }
}
