// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.attribute.Profile;
import io.agentprofiler.analyzer.formats.otlp.wire.AttributeNames;
import io.agentprofiler.analyzer.formats.otlp.wire.Resource;
import io.agentprofiler.analyzer.formats.otlp.wire.ValueJson;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is told of the runs, as resources. <b>Threading:</b> immutable. */
final class Runs {
    private static final String SCHEMA = "https://opentelemetry.io/schemas/1.41.1";
    private static final List<String> DETAILS = List.of("jvm", "agent", "clock");
    /** Settings that figures depend on; the others are nobody's business. */
    private static final List<String> SETTINGS = List.of("sample", "content");

    private final Map<String, RunFacts> byRun = new HashMap<>();
    private final Profile profile;
    private final String version;

    /**
     * Takes what is known of runs.
     *
     * @param version of the exporter, or {@code null}
     */
    Runs(List<RunFacts> runs, Profile profile, String version) {
        runs.forEach(run -> byRun.putIfAbsent(run.run(), run));
        this.profile = profile;
        this.version = version;
    }

    /** Returns the resource of a run. */
    Resource resource(String run) {
        RunFacts facts = byRun.get(run);
        RunEvent.Header header = facts == null ? null : facts.header();
        Map<String, Object> attributes = new LinkedHashMap<>();
        String service = header == null ? null : header.service();
        attributes.put(AttributeNames.SERVICE, service == null ? AttributeNames.UNKNOWN_SERVICE : service);
        if (profile.hasOpenInference()) {
            Unknown.putKnown(attributes, "openinference.project.name", service);
        }
        Unknown.putKnown(attributes, AttributeNames.RUN, run);
        if (header != null) {
            Unknown.putKnown(attributes, AttributeNames.INSTANCE, header.run());
            Unknown.putKnown(attributes, AttributeNames.PID, header.pid());
            Unknown.putKnown(attributes, AttributeNames.HOST, header.host());
            program(header.details(), attributes);
        }
        return new Resource(attributes, version, profile.hasGenAi() ? SCHEMA : null);
    }

    private static void program(Map<String, Object> details, Map<String, Object> attributes) {
        if (details.get("jvm") instanceof Map<?, ?> jvm) {
            Unknown.putKnown(attributes, "process.runtime.name", jvm.get("name") instanceof String name ? name : null);
            Unknown.putKnown(
                    attributes, "process.runtime.version", jvm.get("version") instanceof String text ? text : null);
        }
        if (details.get("agent") instanceof Map<?, ?> agent) {
            attributes.put("telemetry.sdk.name", "agent-profiler");
            attributes.put("telemetry.sdk.language", "java");
            Unknown.putKnown(
                    attributes, "telemetry.sdk.version", agent.get("version") instanceof String text ? text : null);
        }
        Map<String, Object> kept = new LinkedHashMap<>();
        DETAILS.forEach(name -> Unknown.putKnown(kept, name, details.get(name)));
        if (details.get("settings") instanceof Map<?, ?> settings) {
            Map<String, Object> some = new LinkedHashMap<>();
            SETTINGS.forEach(name -> Unknown.putKnown(some, name, settings.get(name)));
            kept.put("settings", some);
        }
        if (!kept.isEmpty()) {
            attributes.put(AttributeNames.RUN_DETAILS, ValueJson.of(kept));
        }
    }
}
