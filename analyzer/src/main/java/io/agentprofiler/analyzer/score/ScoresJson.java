// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.score;

import io.agentprofiler.analyzer.view.json.StatsJson;
import java.util.SortedMap;
import tools.jackson.core.JsonGenerator;

/** {@code scores.json}: quality beside run time and tokens. */
public final class ScoresJson {
    private static final String FORMAT = "agent-profiler-scores/1";

    private ScoresJson() {}

    public static void write(JsonGenerator json, Quality quality) {
        json.writeStartObject();
        json.writeStringProperty("format", FORMAT);
        json.writeArrayPropertyStart("groups");
        quality.rows().forEach((group, row) -> {
            json.writeStartObject();
            json.writeStringProperty("workflow", group.workflow());
            json.writeStringProperty("model", group.model());
            if (!group.configuration().isEmpty()) {
                json.writeStringProperty("configuration", group.configuration());
            }
            json.writeNumberProperty("workflows", row.workflows());
            StatsJson.distribution(json, "run_time_ns", row.runTime());
            StatsJson.distribution(json, "input_tokens", row.input());
            StatsJson.distribution(json, "output_tokens", row.output());
            metrics(json, "metrics", row.metrics());
            json.writeEndObject();
        });
        json.writeEndArray();
        metrics(json, "of_no_workflow", quality.ofNoWorkflow());
        json.writeArrayPropertyStart("unmatched");
        for (Score score : quality.unmatched()) {
            json.writeStartObject();
            json.writeStringProperty("workflow_id", score.workflow());
            json.writeStringProperty("metric", score.metric());
            json.writeNumberProperty("value", score.value());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void metrics(JsonGenerator json, String name, SortedMap<String, MetricStats> metrics) {
        json.writeArrayPropertyStart(name);
        metrics.forEach((metric, stats) -> {
            json.writeStartObject();
            json.writeStringProperty("metric", metric);
            json.writeNumberProperty("n", stats.count());
            json.writeNumberProperty("mean", stats.mean());
            if (!Double.isNaN(stats.deviation())) {
                json.writeNumberProperty("standard_deviation", stats.deviation());
            }
            json.writeNumberProperty("min", stats.min());
            json.writeNumberProperty("max", stats.max());
            json.writeEndObject();
        });
        json.writeEndArray();
    }
}
