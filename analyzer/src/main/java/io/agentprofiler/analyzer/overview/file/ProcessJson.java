// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.file;

import io.agentprofiler.analyzer.pipeline.RunFacts;
import io.agentprofiler.analyzer.process.Level;
import io.agentprofiler.analyzer.process.ProcessLog;
import io.agentprofiler.analyzer.process.ProcessSlot;
import io.agentprofiler.analyzer.view.json.StatsJson;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The part of a run in {@code summary.json} about its process; what is unknown is left out. */
final class ProcessJson {
    private ProcessJson() {}

    static void write(JsonGenerator json, RunFacts run) {
        ProcessLog process = run.process();
        if (process.samples() == 0) {
            return;
        }
        json.writeObjectPropertyStart("process");
        json.writeNumberProperty("samples", process.samples());
        bytes(json, "rss_bytes", process.residentBytes());
        bytes(json, "heap_bytes", process.heapBytes());
        whole(json, "heap_limit_bytes", run.jvmNumber("max_heap_bytes"));
        if (process.processors().isKnown()) {
            json.writeObjectPropertyStart("cpu");
            json.writeNumberProperty("mean", process.processors().mean());
            json.writeNumberProperty("max", process.processors().max());
            json.writeEndObject();
        }
        whole(json, "processors", run.jvmNumber("processors"));
        StatsJson.number(json, "gc_ms", process.gcMillis());
        timeline(json, process.timeline());
        json.writeEndObject();
    }

    private static void timeline(JsonGenerator json, List<ProcessSlot> timeline) {
        if (timeline.isEmpty()) {
            return;
        }
        long first = timeline.get(0).firstNanos();
        json.writeNumberProperty("first_epoch_ns", first);
        json.writeArrayPropertyStart("timeline");
        for (ProcessSlot slot : timeline) {
            json.writeStartObject();
            json.writeNumberProperty("at_ns", slot.firstNanos() - first);
            whole(json, "rss_bytes", slot.residentBytes().max());
            whole(json, "heap_bytes", slot.heapBytes().max());
            if (slot.processors().isKnown()) {
                json.writeNumberProperty("cpu", slot.processors().mean());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void bytes(JsonGenerator json, String name, Level level) {
        if (level.isKnown()) {
            json.writeObjectPropertyStart(name);
            json.writeNumberProperty("mean", Math.round(level.mean()));
            json.writeNumberProperty("max", Math.round(level.max()));
            json.writeEndObject();
        }
    }

    private static void whole(JsonGenerator json, String name, double number) {
        if (!Double.isNaN(number)) {
            json.writeNumberProperty(name, Math.round(number));
        }
    }
}
