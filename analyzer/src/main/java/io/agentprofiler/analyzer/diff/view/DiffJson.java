// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff.view;

import io.agentprofiler.analyzer.diff.Change;
import io.agentprofiler.analyzer.diff.Diff;
import io.agentprofiler.analyzer.diff.PathChange;
import io.agentprofiler.analyzer.diff.RowChange;
import io.agentprofiler.analyzer.diff.gate.Gates;
import io.agentprofiler.analyzer.diff.side.Row;
import io.agentprofiler.analyzer.diff.side.Side;
import io.agentprofiler.analyzer.view.json.JsonFile;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** {@code diff.json}: every figure of a comparison. What is not known has no field. */
public final class DiffJson {
    private final JsonGenerator json;

    private DiffJson(JsonGenerator json) {
        this.json = json;
    }

    /**
     * A comparison with what is said beside it.
     *
     * @param before ids of the runs of the first side
     * @param after ids of the runs of the second side
     * @param gates what became of the gates
     * @param strict whether they did not consider noise
     * @param notes what is incomplete or unusual
     * @param prices what prices costs come from
     */
    public record Content(
            Diff diff,
            List<String> before,
            List<String> after,
            List<Gates.Result> gates,
            boolean strict,
            List<String> notes,
            String prices) {}

    /** Writes a comparison to a stream, which is closed. */
    public static void write(OutputStream stream, Content content) throws IOException {
        JsonFile.write(stream, json -> new DiffJson(json).write(content));
    }

    private void write(Content content) {
        Diff diff = content.diff();
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-diff/1");
        side("before", content.before(), diff.before());
        side("after", content.after(), diff.after());
        json.writeStringProperty("prices", content.prices());
        json.writeNumberProperty("confidence", 1 - Change.LEVEL);
        json.writeNumberProperty("resamples", diff.resamples());
        json.writeNumberProperty("comparisons", diff.comparisons());
        json.writeArrayPropertyStart("rows");
        diff.rows().forEach(this::row);
        json.writeEndArray();
        json.writeArrayPropertyStart("paths");
        diff.paths().forEach(this::path);
        json.writeEndArray();
        gates(content);
        json.writeArrayPropertyStart("notes");
        content.notes().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void side(String name, List<String> runs, Side side) {
        json.writeObjectPropertyStart(name);
        json.writeArrayPropertyStart("runs");
        runs.forEach(json::writeString);
        json.writeEndArray();
        json.writeNumberProperty("workflows", side.workflows());
        json.writeNumberProperty("sampled_workflows", side.sampledWorkflows());
        json.writeNumberProperty("unpriced_calls", side.unpricedCalls(Row.ALL));
        json.writeNumberProperty("unpriced_embedding_calls", side.unpricedEmbeddings());
        json.writeNumberProperty("calls_without_usage", side.callsWithoutUsage());
        json.writeEndObject();
    }

    private void row(RowChange row) {
        json.writeStartObject();
        name(row.row());
        json.writeNumberProperty("calls_before", row.callsBefore());
        json.writeNumberProperty("calls_after", row.callsAfter());
        json.writeObjectPropertyStart("metrics");
        row.all().forEach(change -> {
            json.writeName(change.metric().word());
            change(change);
        });
        json.writeEndObject();
        json.writeEndObject();
    }

    private void name(Row row) {
        json.writeStringProperty("table", row.group().word());
        if (row.kind() != null) {
            json.writeStringProperty("kind", row.kind().word());
        }
        text("name", row.name());
        text("model", row.model());
    }

    private void text(String name, String text) {
        if (!text.isEmpty()) {
            json.writeStringProperty(name, text);
        }
    }

    private void change(Change change) {
        json.writeStartObject();
        number("before", change.before());
        number("after", change.after());
        number("difference", change.difference());
        number("relative", change.relative());
        number("low", change.low());
        number("high", change.high());
        number("rank_p", change.rankP());
        number("p", change.p());
        number("adjusted_p", change.adjustedP());
        json.writeNumberProperty("n_before", change.workflowsBefore());
        json.writeNumberProperty("n_after", change.workflowsAfter());
        json.writeStringProperty("verdict", change.verdict().word());
        json.writeEndObject();
    }

    private void number(String name, double number) {
        if (!Double.isNaN(number)) {
            json.writeNumberProperty(name, number);
        }
    }

    private void path(PathChange path) {
        json.writeStartObject();
        json.writeArrayPropertyStart("path");
        path.path().steps().forEach(json::writeString);
        json.writeEndArray();
        json.writeNumberProperty("per_workflow_before", path.callsBefore());
        json.writeNumberProperty("per_workflow_after", path.callsAfter());
        json.writeNumberProperty("workflows_before", path.workflowsBefore());
        json.writeNumberProperty("workflows_after", path.workflowsAfter());
        number("adjusted_p", path.adjustedP());
        json.writeStringProperty("verdict", path.verdict().word());
        json.writeEndObject();
    }

    private void gates(Content content) {
        json.writeBooleanProperty("strict", content.strict());
        json.writeArrayPropertyStart("gates");
        for (Gates.Result result : content.gates()) {
            json.writeStartObject();
            json.writeStringProperty("gate", result.gate().text());
            json.writeStringProperty("outcome", result.outcome().word());
            json.writeArrayPropertyStart("rows");
            result.rows().forEach(this::judged);
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void judged(Gates.Judged judged) {
        json.writeStartObject();
        name(judged.row());
        json.writeStringProperty("outcome", judged.outcome().word());
        json.writeStringProperty("why", judged.why());
        number("adjusted_p", judged.adjustedP());
        json.writeEndObject();
    }
}
