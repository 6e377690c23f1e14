// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page;

import io.agentprofiler.analyzer.critical.latency.LatencyPart;
import io.agentprofiler.analyzer.overview.page.row.Blocks;
import io.agentprofiler.analyzer.overview.page.row.StringTable;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.schema.SpanKind;
import java.io.IOException;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * The data of a page: sections, workflows in blocks, the strings, and what was left out.
 *
 * <p><b>Threading:</b> one thread.
 */
final class PageData {
    private static final String FORMAT = "agent-profiler-page/2";

    private final PageSections sections;
    private final Set<Long> shown;
    private final Set<Long> sampled;
    private final long workflows;
    private final long spans;
    private final int maxSpans;
    private final long base;
    private final int marksPerSpan;

    PageData(
            PageSections sections,
            Set<Long> shown,
            Set<Long> sampled,
            long workflows,
            long spans,
            int maxSpans,
            long base,
            int marksPerSpan) {
        this.sections = sections;
        this.shown = shown;
        this.sampled = sampled;
        this.workflows = workflows;
        this.spans = spans;
        this.maxSpans = maxSpans;
        this.base = base;
        this.marksPerSpan = marksPerSpan;
    }

    /** Hands the spooled workflows to a sink. */
    interface Spool {
        void forEach(HtmlReport.Sink sink) throws IOException;
    }

    /** Writes the whole value. */
    void write(JsonGenerator json, Spool spool) throws IOException {
        json.writeStartObject();
        json.writeStringProperty("format", FORMAT);
        if (!shown.isEmpty()) {
            json.writeStringProperty("base_epoch_ns", Long.toString(base));
        }
        json.writeArrayPropertyStart("kinds");
        for (SpanKind kind : SpanKind.values()) {
            json.writeString(kind.word());
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("parts");
        for (LatencyPart part : LatencyPart.values()) {
            json.writeString(part.word());
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("flags");
        for (SpanFlag flag : SpanFlag.values()) {
            json.writeString(flag.word());
        }
        json.writeEndArray();
        sections.write(json);
        StringTable strings = new StringTable();
        Blocks blocks = new Blocks(json, strings, base, marksPerSpan);
        json.writeArrayPropertyStart("blocks");
        spool.forEach((position, row) -> {
            if (shown.contains(position)) {
                blocks.add(row, sampled.contains(position));
            }
        });
        blocks.flush();
        json.writeEndArray();
        json.writeName("fact_lists");
        blocks.writeFactLists();
        json.writeArrayPropertyStart("strings");
        strings.strings().forEach(json::writeString);
        json.writeEndArray();
        json.writeName("bounds");
        json.writeStartObject();
        json.writeNumberProperty("workflows", workflows);
        json.writeNumberProperty("workflows_shown", shown.size());
        json.writeNumberProperty("workflows_sampled", sampled.size());
        json.writeNumberProperty("spans", spans);
        json.writeNumberProperty("max_spans", maxSpans);
        json.writeNumberProperty("texts_left_out", blocks.textsLeftOut());
        json.writeNumberProperty("chunk_marks_per_span", marksPerSpan);
        json.writeEndObject();
        json.writeEndObject();
    }
}
