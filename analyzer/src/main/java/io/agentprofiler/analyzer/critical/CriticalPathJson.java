// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.critical;

import io.agentprofiler.analyzer.critical.latency.Latencies;
import io.agentprofiler.analyzer.critical.latency.LatencyPart;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.view.json.StatsJson;
import tools.jackson.core.JsonGenerator;

/** {@code critical-path.json}: what the workflows waited for, and what model calls spent their time on. */
public final class CriticalPathJson {
    private CriticalPathJson() {}

    public static void write(JsonGenerator json, Outcome outcome) {
        CriticalTotals totals = outcome.summary().get(CriticalTotals.ANALYSIS);
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-critical-path/1");
        json.writeNumberProperty("workflows", totals.workflows());
        json.writeNumberProperty("wall_ns", totals.wallNanos());
        json.writeNumberProperty("idle_ns", totals.idleNanos());
        json.writeArrayPropertyStart("by_operation");
        totals.longestFirst().forEach(entry -> {
            CriticalTotals.Row row = entry.getValue();
            json.writeStartObject();
            json.writeStringProperty("kind", entry.getKey().kind().word());
            json.writeStringProperty("name", entry.getKey().name());
            json.writeNumberProperty("workflows", row.workflows());
            json.writeNumberProperty("spans", row.spans());
            json.writeNumberProperty("path_ns", row.pathNanos());
            part(json, "before_ns", row.beforeNanos());
            part(json, "after_ns", row.afterNanos());
            part(json, "unfinished_ns", row.unfinishedNanos());
            json.writeNumberProperty("saved_if_half_ns", row.savedIfHalfNanos());
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeArrayPropertyStart("latency");
        double nanosPerSpan = outcome.profilerCost().nanosPerSpan();
        outcome.summary()
                .get(Latencies.ANALYSIS)
                .byModel()
                .forEach((name, model) -> latency(json, name, model, nanosPerSpan));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void latency(JsonGenerator json, String name, Latencies.Model model, double nanosPerSpan) {
        json.writeStartObject();
        json.writeStringProperty("model", name);
        json.writeNumberProperty("calls", model.calls());
        json.writeNumberProperty("calls_with_request", model.callsWithRequest());
        json.writeNumberProperty("retries", model.retries());
        json.writeNumberProperty("spans", model.spans());
        if (!Double.isNaN(nanosPerSpan)) {
            json.writeNumberProperty("profiler_ns", Math.round(model.spans() * nanosPerSpan));
        }
        StatsJson.distribution(json, "call_ns", model.whole());
        json.writeArrayPropertyStart("parts");
        for (LatencyPart part : LatencyPart.values()) {
            if (model.part(part).count() > 0) {
                json.writeStartObject();
                json.writeStringProperty("part", part.word());
                StatsJson.distribution(json, "ns", model.part(part));
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void part(JsonGenerator json, String name, long nanos) {
        if (nanos > 0) {
            json.writeNumberProperty(name, nanos);
        }
    }
}
