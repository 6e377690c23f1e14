// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.export;

import io.agentprofiler.analyzer.whatif.WhatIf;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** {@code whatif.json}: what recorded workflows would take if something were otherwise. */
public final class WhatIfJson {
    private final String title;
    private final WhatIf answer;
    private final List<String> assumptions;

    /** Describes a file. */
    public WhatIfJson(String title, WhatIf answer, List<String> assumptions) {
        this.title = title;
        this.answer = answer;
        this.assumptions = assumptions;
    }

    /** Writes the file. */
    public void write(Path target) throws IOException {
        JsonFile.write(target, this::write);
    }

    /** Writes to a stream, which is closed. */
    public void write(OutputStream stream) throws IOException {
        JsonFile.write(stream, this::write);
    }

    private void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-whatif/1");
        json.writeStringProperty("supposed", title);
        json.writeArrayPropertyStart("assumptions");
        assumptions.forEach(json::writeString);
        json.writeEndArray();
        json.writeNumberProperty("workflows", answer.workflows());
        json.writeNumberProperty("changed_workflows", answer.changed());
        json.writeNumberProperty("wall_ns", answer.nanos());
        json.writeNumberProperty("supposed_wall_ns", answer.supposedNanos());
        json.writeNumberProperty("saved_tokens", answer.savedTokens());
        if (answer.savedUsd() != null) {
            json.writeNumberProperty("saved_usd", answer.savedUsd());
        }
        json.writeArrayPropertyStart("counts");
        answer.counts().forEach((what, count) -> {
            json.writeStartObject();
            json.writeStringProperty("what", what);
            json.writeNumberProperty("count", count);
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeArrayPropertyStart("most_saved");
        answer.named().forEach(workflow -> {
            json.writeStartObject();
            json.writeStringProperty("trace", workflow.trace().toString());
            json.writeStringProperty("name", workflow.name());
            json.writeNumberProperty("wall_ns", workflow.nanos());
            json.writeNumberProperty("supposed_wall_ns", workflow.supposed().nanos());
            json.writeNumberProperty("saved_tokens", workflow.supposed().savedTokens());
            if (workflow.supposed().savedUsd() != null) {
                json.writeNumberProperty("saved_usd", workflow.supposed().savedUsd());
            }
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
    }
}
