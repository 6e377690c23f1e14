// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.base.output.JsonEscapes;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.sequence.Lanes;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import io.agentprofiler.shared.schema.Attributes;
import java.io.OutputStream;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** {@code gantt.json}: a bar per span, in lanes, workflow by workflow. */
final class GanttJson extends SpooledFile {
    private static final JsonFactory JSON = JsonFactory.builder()
            .rootValueSeparator(",\n")
            .characterEscapes(JsonEscapes.PLAIN)
            .build();

    GanttJson(Path target, long mostSpans) {
        super(
                target,
                "{\"format\":\"agent-profiler-gantt/1\",\"time_unit\":\"ms\",\"workflows\":[\n",
                ",\n",
                "\n]}\n",
                mostSpans);
    }

    @Override
    protected OutputPart part(OutputStream stream, String run) {
        JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), stream);
        return jsonPart(json, trace -> workflow(json, run, trace));
    }

    private static void workflow(JsonGenerator json, String run, Trace trace) {
        int[] lanes = Lanes.of(trace);
        json.writeStartObject();
        json.writeStringProperty("run", run);
        json.writeStringProperty("trace", trace.id().toString());
        json.writeStringProperty("name", trace.root().name());
        if (trace.root().hasMoment()) {
            json.writeNumberProperty("start_epoch_ns", trace.startNanos());
        }
        if (trace.root().hasLength()) {
            json.writeNumberProperty("duration", millis(trace.durationNanos()));
        }
        timing(json, trace.root());
        json.writeArrayPropertyStart("bars");
        for (Span span : trace.spans()) {
            json.writeStartObject();
            json.writeNumberProperty("lane", lanes[span.index()]);
            if (span.hasMoment()) {
                json.writeNumberProperty("start", millis(span.startNanos() - trace.startNanos()));
            }
            if (span.hasLength()) {
                json.writeNumberProperty("end", millis(span.endNanos() - trace.startNanos()));
            }
            timing(json, span);
            json.writeStringProperty("kind", span.kind().word());
            json.writeStringProperty("name", span.name());
            json.writeNumberProperty("depth", span.depth());
            if (span.tellsStatus()) {
                json.writeStringProperty("status", span.statusWord());
            }
            json.writeStringProperty("span", TraceId.spanText(span.id()));
            if (span.startThread() != null) {
                json.writeStringProperty("thread", span.startThread());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Says how the times are known where they were not measured. */
    private static void timing(JsonGenerator json, Span span) {
        if (!span.isTimed()) {
            json.writeStringProperty(
                    "timing",
                    !span.hasMoment()
                            ? Attributes.TIMING_NONE
                            : span.hasLength() ? Attributes.TIMING_ESTIMATED : Attributes.TIMING_MOMENT);
        }
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }
}
