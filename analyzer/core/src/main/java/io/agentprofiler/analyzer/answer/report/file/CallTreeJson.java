// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.file;

import io.agentprofiler.analyzer.trace.metric.calltree.CallTree;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.json.StatsJson;
import tools.jackson.core.JsonGenerator;

/** {@code calltree.json}: the nested call stacks of all workflows, laid over each other. */
final class CallTreeJson {
    private CallTreeJson() {}

    static void write(JsonGenerator json, Outcome outcome) {
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-calltree/1");
        json.writeArrayPropertyStart("roots");
        outcome.summary().get(CallTree.ANALYSIS).children().forEach(root -> node(json, root));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void node(JsonGenerator json, CallTree node) {
        json.writeStartObject();
        json.writeStringProperty("kind", node.kind().word());
        json.writeStringProperty("name", node.name());
        json.writeNumberProperty("calls", node.calls());
        StatsJson.number(json, "errors", node.errors());
        StatsJson.number(json, "total_ns", node.totalNanos());
        StatsJson.number(json, "self_ns", node.selfNanos());
        if (node.tokens().isKnown()) {
            StatsJson.tokens(json, "tokens", node.tokens());
        }
        json.writeArrayPropertyStart("children");
        node.children().forEach(child -> node(json, child));
        json.writeEndArray();
        json.writeEndObject();
    }
}
