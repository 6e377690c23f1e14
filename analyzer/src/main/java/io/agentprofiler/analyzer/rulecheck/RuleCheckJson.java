// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.rulecheck;

import io.agentprofiler.analyzer.view.json.JsonFile;
import io.agentprofiler.analyzer.view.json.StatsJson;
import io.agentprofiler.rules.check.CheckReport;
import io.agentprofiler.rules.check.RuleResult;
import io.agentprofiler.rules.model.Rule;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** How rules fit a class path, as one JSON object. What is not known or declared has no field. */
public final class RuleCheckJson {
    private RuleCheckJson() {}

    /**
     * Writes the reports.
     *
     * @throws IOException when {@code out} cannot be written
     */
    public static void write(List<CheckReport> reports, OutputStream out) throws IOException {
        JsonFile.write(out, json -> {
            json.writeStartObject();
            json.writeStringProperty("format", "agent-profiler-rule-check/1");
            json.writeBooleanProperty("sound", reports.stream().allMatch(CheckReport::isSound));
            json.writeArrayPropertyStart("files");
            reports.forEach(report -> file(json, report));
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void file(JsonGenerator json, CheckReport report) {
        json.writeStartObject();
        json.writeStringProperty("file", report.file());
        StatsJson.text(json, "version", report.version());
        for (RuleResult.State state : RuleResult.State.values()) {
            json.writeNumberProperty(word(state), report.count(state));
        }
        json.writeArrayPropertyStart("rules");
        report.results().forEach(result -> rule(json, result));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void rule(JsonGenerator json, RuleResult result) {
        Rule.Versions declared = result.rule().versions();
        json.writeStartObject();
        json.writeStringProperty("id", result.rule().id());
        json.writeStringProperty("state", word(result.state()));
        json.writeStringProperty("type", result.rule().match().type());
        StatsJson.text(json, "version", result.version());
        StatsJson.text(json, "since", declared.since());
        StatsJson.text(json, "until", declared.until());
        json.writeBooleanProperty("optional", declared.optional());
        texts(json, "methods", result.methods());
        texts(json, "resolved", result.resolved());
        texts(json, "problems", result.problems());
        texts(json, "notes", result.notes());
        texts(json, "absent", result.absent());
        texts(json, "unchecked", result.unchecked());
        texts(json, "calls", result.calls());
        texts(json, "not_read", result.notRead());
        json.writeEndObject();
    }

    private static void texts(JsonGenerator json, String name, List<String> texts) {
        json.writeArrayPropertyStart(name);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }

    private static String word(RuleResult.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
