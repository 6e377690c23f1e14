// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.file;

import io.agentprofiler.analyzer.cost.CostSum;
import io.agentprofiler.analyzer.cost.Costs;
import io.agentprofiler.analyzer.cost.Costs.By;
import io.agentprofiler.analyzer.cost.view.CostJson;
import io.agentprofiler.analyzer.metric.operation.GroupBy;
import io.agentprofiler.analyzer.metric.operation.OperationStats;
import io.agentprofiler.analyzer.metric.operation.Operations;
import io.agentprofiler.analyzer.metric.operation.TokenUse;
import io.agentprofiler.analyzer.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.metric.workflow.Workflows;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.view.json.StatsJson;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** {@code tokens.json}: token sums, tokens per call and per workflow, and what they cost. */
final class TokensJson {
    private TokensJson() {}

    static void write(JsonGenerator json, Outcome outcome, Costs.Question question) {
        Workflows workflows = outcome.summary().get(Workflows.ANALYSIS);
        Operations operations = outcome.summary().get(Operations.ANALYSIS);
        Costs costs = outcome.summary().get(question);
        json.writeStartObject();
        json.writeStringProperty("format", "agent-profiler-tokens/1");
        CostJson.prices(json, question.prices());
        total(json, workflows.all(), costs.total());
        json.writeArrayPropertyStart("by_model");
        outcome.summary()
                .get(TokenUse.ANALYSIS)
                .byModel()
                .forEach((model, calls) ->
                        model(json, model, calls, costs.by(By.MODEL).get(model)));
        json.writeEndArray();
        around(json, "by_agent", "agent", operations.by(GroupBy.AGENT), costs.by(By.AGENT));
        around(json, "by_tool", "tool", operations.by(GroupBy.TOOL), costs.by(By.TOOL));
        json.writeArrayPropertyStart("by_workflow");
        workflows
                .byName()
                .forEach((name, stats) ->
                        workflow(json, name, stats, costs.by(By.WORKFLOW).get(name)));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void total(JsonGenerator json, WorkflowStats all, CostSum cost) {
        json.writeObjectPropertyStart("total");
        json.writeNumberProperty("model_calls", all.modelCalls());
        json.writeNumberProperty("calls_without_usage", all.callsWithoutUsage());
        StatsJson.tokens(json, "tokens", all.tokens());
        StatsJson.tokens(json, "embedding_tokens", all.embeddingTokens());
        CostJson.sum(json, cost);
        json.writeEndObject();
    }

    private static void model(JsonGenerator json, String model, TokenUse.PerCall calls, CostSum cost) {
        json.writeStartObject();
        json.writeStringProperty("model", model);
        json.writeNumberProperty("calls", calls.calls());
        json.writeNumberProperty("calls_without_usage", calls.callsWithoutUsage());
        StatsJson.tokens(json, "tokens", calls.sum());
        CostJson.sum(json, cost);
        StatsJson.distribution(json, "input_per_call", calls.input());
        StatsJson.distribution(json, "output_per_call", calls.output());
        json.writeEndObject();
    }

    private static void around(
            JsonGenerator json,
            String list,
            String field,
            Map<String, OperationStats> rows,
            Map<String, CostSum> costs) {
        json.writeArrayPropertyStart(list);
        rows.forEach((name, stats) -> {
            if (stats.callsWithUsage() + stats.callsWithoutUsage() > 0) {
                json.writeStartObject();
                json.writeStringProperty(field, name);
                json.writeNumberProperty("runs", stats.calls());
                json.writeNumberProperty("calls_with_usage", stats.callsWithUsage());
                json.writeNumberProperty("calls_without_usage", stats.callsWithoutUsage());
                StatsJson.tokens(json, "tokens", stats.tokens());
                CostJson.sum(json, costs.get(name));
                json.writeEndObject();
            }
        });
        json.writeEndArray();
    }

    private static void workflow(JsonGenerator json, String name, WorkflowStats stats, CostSum cost) {
        json.writeStartObject();
        json.writeStringProperty("workflow", name);
        json.writeNumberProperty("runs", stats.workflows());
        json.writeNumberProperty("model_calls", stats.modelCalls());
        json.writeNumberProperty("calls_without_usage", stats.callsWithoutUsage());
        StatsJson.tokens(json, "tokens", stats.tokens());
        StatsJson.tokens(json, "embedding_tokens", stats.embeddingTokens());
        CostJson.sum(json, cost);
        StatsJson.distribution(json, "input_per_run", stats.inputTokens());
        StatsJson.distribution(json, "output_per_run", stats.outputTokens());
        json.writeEndObject();
    }
}
