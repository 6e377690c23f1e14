// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.formats.export.SpanFacts;
import io.agentprofiler.analyzer.formats.export.timeline.RunLanes.Lane;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline.DrawnRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.process.Level;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import io.agentprofiler.analyzer.trace.process.ProcessSlot;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * Writes single events. Their times are microseconds from the first moment that is drawn: since 1970 they would have more digits than
 * a number of JSON's readers holds.
 */
final class ChromeEvents {
    /** Digits of a microsecond's fraction. */
    private static final int FRACTION = 3;

    private final JsonGenerator json;
    private final long zero;
    private final SpanFacts facts;

    ChromeEvents(JsonGenerator json, long zero, SpanFacts facts) {
        this.json = json;
        this.zero = zero;
        this.facts = facts;
    }

    /** Writes what is said of the file as a whole. */
    void about(Timeline timeline) {
        json.writeStartObject();
        json.writeStringProperty("producer", "agent-profiler");
        json.writeNumberProperty("zero_epoch_ns", zero);
        json.writeArrayPropertyStart("runs");
        for (DrawnRun run : timeline.runs()) {
            json.writeStartObject();
            json.writeNumberProperty("pid", run.number());
            json.writeStringProperty("run", run.facts().run());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Writes the name of a run's process. */
    void process(DrawnRun run) {
        name(run.number(), 0, "process_name", run.facts().label());
        sort(run.number(), 0, "process_sort_index", run.number());
    }

    /** Writes the name of a lane. */
    void lane(DrawnRun run, Lane lane) {
        name(run.number(), thread(lane.number()), "thread_name", lane.name());
        sort(run.number(), thread(lane.number()), "thread_sort_index", lane.number());
    }

    /** 0 is the process itself. */
    private static int thread(int lane) {
        return lane + 1;
    }

    private void name(int pid, int tid, String what, String name) {
        meta(pid, tid, what);
        json.writeStringProperty("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void sort(int pid, int tid, String what, int index) {
        meta(pid, tid, what);
        json.writeNumberProperty("sort_index", index);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void meta(int pid, int tid, String what) {
        begin("M", pid, tid, what);
        json.writeObjectPropertyStart("args");
    }

    private void begin(String phase, int pid, int tid, String name) {
        json.writeStartObject();
        json.writeStringProperty("ph", phase);
        json.writeNumberProperty("pid", pid);
        json.writeNumberProperty("tid", tid);
        json.writeStringProperty("name", name);
    }

    private void time(String name, long nanos) {
        json.writeNumberProperty(name, BigDecimal.valueOf(nanos, FRACTION));
    }

    /** Writes a span; one of which only a moment is known as a mark on its lane. */
    void span(DrawnRun run, int lane, Trace trace, Span span) {
        begin(span.hasLength() ? "X" : "i", run.number(), thread(lane), span.name());
        json.writeStringProperty("cat", span.kind().word());
        time("ts", span.startNanos() - zero);
        if (span.hasLength()) {
            time("dur", span.durationNanos());
        } else {
            json.writeStringProperty("s", "t");
        }
        json.writeObjectPropertyStart("args");
        facts.of(trace, span).forEach((name, value) -> {
            json.writeName(name);
            value(value);
        });
        json.writeEndObject();
        json.writeEndObject();
    }

    private void value(Object value) {
        if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            json.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            list.forEach(this::value);
            json.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            map.forEach((name, entry) -> {
                json.writeName(String.valueOf(name));
                value(entry);
            });
            json.writeEndObject();
        } else {
            json.writeString(String.valueOf(value));
        }
    }

    /** Writes an end of an arrow from a model call to a tool that it asked for. */
    void arrow(DrawnRun run, int lane, long nanos, long id, boolean begins) {
        begin(begins ? "s" : "f", run.number(), thread(lane), "asked for");
        json.writeStringProperty("cat", "flow");
        json.writeStringProperty("id", "0x" + Long.toHexString(id));
        time("ts", nanos - zero);
        if (!begins) {
            // ends in what is there at this moment, not in what comes next
            json.writeStringProperty("bp", "e");
        }
        json.writeEndObject();
    }

    /** Writes the counters of a run, each where it changes. */
    void levels(DrawnRun run) {
        Levels.Level before = new Levels.Level(0, -1, -1, -1, -1);
        for (Levels.Level now : run.levels()) {
            if (now.modelCalls() != before.modelCalls() || now.toolCalls() != before.toolCalls()) {
                counter(
                        run.number(),
                        now.nanos(),
                        "running calls",
                        Map.entry("model", now.modelCalls()),
                        Map.entry("tool", now.toolCalls()));
            }
            if (now.inputTokens() != before.inputTokens() || now.outputTokens() != before.outputTokens()) {
                counter(
                        run.number(),
                        now.nanos(),
                        "tokens so far",
                        Map.entry("input", now.inputTokens()),
                        Map.entry("output", now.outputTokens()));
            }
            before = now;
        }
    }

    /** Writes what the process used, as far as it was sampled. */
    void process(int pid, ProcessLog process) {
        for (ProcessSlot slot : process.timeline()) {
            sample(pid, slot, "heap", "bytes", slot.heapBytes());
            sample(pid, slot, "resident memory", "bytes", slot.residentBytes());
            sample(pid, slot, "processors", "busy", slot.processors());
        }
    }

    private void sample(int pid, ProcessSlot slot, String name, String figure, Level level) {
        if (level.isKnown()) {
            counter(pid, slot.firstNanos(), name, Map.entry(figure, level.mean()));
        }
    }

    @SafeVarargs
    private void counter(int pid, long nanos, String name, Map.Entry<String, ? extends Number>... figures) {
        begin("C", pid, 0, name);
        time("ts", nanos - zero);
        json.writeObjectPropertyStart("args");
        for (Map.Entry<String, ? extends Number> figure : figures) {
            json.writeName(figure.getKey());
            value(figure.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }
}
