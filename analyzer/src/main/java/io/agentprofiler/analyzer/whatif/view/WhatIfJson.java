// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.view;

import io.agentprofiler.analyzer.cost.view.CostJson;
import io.agentprofiler.analyzer.view.json.JsonDocument;
import io.agentprofiler.analyzer.whatif.ChangedWorkflow;
import io.agentprofiler.analyzer.whatif.Range;
import io.agentprofiler.analyzer.whatif.Supposed;
import io.agentprofiler.analyzer.whatif.Supposition;
import io.agentprofiler.analyzer.whatif.Variant;
import io.agentprofiler.analyzer.whatif.WhatIf;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** {@code whatif.json}: what recorded workflows would take if something were otherwise. */
public final class WhatIfJson extends JsonDocument {
    private final String title;
    private final Supposition supposition;
    private final WhatIf answer;

    /** Describes a file. */
    public WhatIfJson(String title, Supposition supposition, WhatIf answer) {
        this.title = title;
        this.supposition = supposition;
        this.answer = answer;
    }

    @Override
    protected void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-whatif/1");
        json.writeStringProperty("supposed", title);
        texts(json, "assumptions", supposition.assumptions());
        texts(json, "evidence", supposition.evidence());
        json.writeNumberProperty("workflows", answer.workflows());
        json.writeNumberProperty("changed_workflows", answer.changed());
        json.writeNumberProperty("wall_ns", answer.nanos());
        supposed(json, answer.supposedNanos(), answer.supposedRange(), answer.savedTokens(), answer.savedUsd());
        if (answer.withFirstChunk() > 0) {
            json.writeNumberProperty("workflows_with_first_chunk", answer.withFirstChunk());
            firstChunk(json, answer.firstChunk());
        }
        json.writeArrayPropertyStart("counts");
        answer.counts().forEach((what, count) -> {
            json.writeStartObject();
            json.writeStringProperty("what", what);
            json.writeNumberProperty("count", count);
            json.writeEndObject();
        });
        json.writeEndArray();
        variants(json);
        json.writeArrayPropertyStart("most_saved");
        answer.named().forEach(workflow -> workflow(json, workflow));
        json.writeEndArray();
        json.writeNumberProperty(
                "left_out_workflows", answer.changed() - answer.named().size());
        json.writeEndObject();
    }

    private static void texts(JsonGenerator json, String name, List<String> lines) {
        json.writeArrayPropertyStart(name);
        lines.forEach(json::writeString);
        json.writeEndArray();
    }

    private void supposed(JsonGenerator json, long nanos, Range range, long tokens, BigDecimal usd) {
        if (supposition.tellsTime()) {
            json.writeNumberProperty("supposed_wall_ns", nanos);
        }
        if (range != null) {
            json.writeNumberProperty("supposed_wall_low_ns", range.low());
            json.writeNumberProperty("supposed_wall_high_ns", range.high());
        }
        json.writeNumberProperty("saved_tokens", tokens);
        if (usd != null) {
            CostJson.dollars(json, "saved_usd", usd);
        }
    }

    private static void firstChunk(JsonGenerator json, Supposed.FirstChunk first) {
        json.writeNumberProperty("first_chunk_ns", first.nanos());
        json.writeNumberProperty("supposed_first_chunk_ns", first.supposedNanos());
    }

    private void variants(JsonGenerator json) {
        json.writeArrayPropertyStart("variants");
        for (int i = 0; i < answer.variants().size(); i++) {
            Variant variant = answer.variants().get(i);
            json.writeStartObject();
            json.writeStringProperty("setting", supposition.variants().get(i));
            json.writeNumberProperty("count", variant.count());
            supposed(json, variant.nanos(), null, variant.savedTokens(), variant.savedUsd());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void workflow(JsonGenerator json, ChangedWorkflow workflow) {
        json.writeStartObject();
        json.writeStringProperty("trace", workflow.trace().toString());
        json.writeStringProperty("name", workflow.name());
        json.writeNumberProperty("wall_ns", workflow.nanos());
        supposed(json, workflow.supposedNanos(), workflow.range(), workflow.savedTokens(), workflow.savedUsd());
        if (workflow.firstChunk() != null) {
            firstChunk(json, workflow.firstChunk());
        }
        json.writeEndObject();
    }
}
