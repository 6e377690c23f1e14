// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page;

import io.agentprofiler.analyzer.input.event.JvmPauses;
import tools.jackson.core.JsonGenerator;

/** The pauses of the JVM, for the page. */
public final class PausesJson {
    private PausesJson() {}

    public static void write(JsonGenerator json, JvmPauses pauses) {
        json.writeStartObject();
        json.writeNumberProperty("left_out", pauses.leftOut());
        json.writeArrayPropertyStart("list");
        for (JvmPauses.Pause pause : pauses.byStart()) {
            json.writeStartObject();
            json.writeStringProperty("kind", pause.kind().word());
            // as a text: the page's language has no such numbers
            json.writeStringProperty("epoch_ns", Long.toString(pause.epochNanos()));
            json.writeNumberProperty("ns", pause.nanos());
            if (pause.thread() != null) {
                json.writeStringProperty("thread", pause.thread());
            }
            if (pause.detail() != null) {
                json.writeStringProperty("detail", pause.detail());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
