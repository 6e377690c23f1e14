// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.live.http.LiveMetrics.LabelLimit;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {
    private static final String NONE = "gen_ai_agent_name=\"\",";

    private final LiveMetrics metrics = new LiveMetrics(PriceList.bundled());

    private List<String> lines() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(text, metrics.snapshot(List.of(), List.of()));
        return text.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static String model(String model) {
        return "\"gen_ai.request.model\":\"" + model + "\",\"gen_ai.provider.name\":\"openai\"";
    }

    @Test
    void shouldCountCallsOfModelsToolsAndAgents() throws IOException {
        metrics.add(TestRun.bare()
                .start(1, 0, 0, "agent", "plan", "\"gen_ai.agent.name\":\"Planner\"")
                .start(2, 1, 0, "llm", "chat", model("gpt-4o-mini"))
                .end(2, 30, "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":20")
                .start(3, 1, 30, "tool", "run", "\"gen_ai.tool.name\":\"search\"")
                .end(3, 130, "error", ",\"error\":{\"type\":\"java.io.IOException\"}")
                .end(1, 130)
                .trace());

        assertThat(lines())
                .contains(
                        "agentprofiler_spans_total 3.0",
                        "agentprofiler_workflow_duration_seconds_sum{status=\"ok\",workflow=\"plan\"} 0.13",
                        "gen_ai_client_operation_duration_seconds_sum{error_type=\"\",gen_ai_agent_name=\"Planner\","
                                + "gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"openai\","
                                + "gen_ai_request_model=\"gpt-4o-mini\",gen_ai_tool_name=\"\"} 0.03",
                        "gen_ai_client_operation_duration_seconds_bucket{error_type=\"\",gen_ai_agent_name=\"Planner\","
                                + "gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"openai\","
                                + "gen_ai_request_model=\"gpt-4o-mini\",gen_ai_tool_name=\"\",le=\"0.02\"} 0",
                        "gen_ai_client_operation_duration_seconds_bucket{error_type=\"\",gen_ai_agent_name=\"Planner\","
                                + "gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"openai\","
                                + "gen_ai_request_model=\"gpt-4o-mini\",gen_ai_tool_name=\"\",le=\"0.04\"} 1",
                        "agentprofiler_operation_errors_total{error_type=\"java.io.IOException\","
                                + "gen_ai_agent_name=\"Planner\",gen_ai_operation_name=\"execute_tool\","
                                + "gen_ai_provider_name=\"\",gen_ai_request_model=\"\",gen_ai_tool_name=\"search\"} 1.0",
                        "gen_ai_client_token_usage_sum{gen_ai_agent_name=\"Planner\",gen_ai_operation_name=\"chat\","
                                + "gen_ai_provider_name=\"openai\",gen_ai_request_model=\"gpt-4o-mini\","
                                + "gen_ai_token_type=\"input\",gen_ai_tool_name=\"\"} 100.0");
    }

    @Test
    void shouldNotCountWhatIsNotKnown() throws IOException {
        metrics.add(TestRun.bare()
                .start(1, 0, 0, "llm", "chat", model("nobody-knows-it"))
                .end(1, 30)
                .trace(1)
                .trace());
        metrics.add(TestRun.bare()
                .start(1, 0, 0, "llm", "chat", model("nobody-knows-it"))
                .trace());

        assertThat(lines())
                .contains(
                        "agentprofiler_unpriced_calls_total{" + NONE + "gen_ai_operation_name=\"chat\","
                                + "gen_ai_provider_name=\"openai\",gen_ai_request_model=\"nobody-knows-it\",gen_ai_tool_name=\"\"} 1.0")
                .contains("gen_ai_client_operation_duration_seconds_count{error_type=\"\"," + NONE
                        + "gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"openai\","
                        + "gen_ai_request_model=\"nobody-knows-it\",gen_ai_tool_name=\"\"} 1")
                .noneMatch(line -> line.startsWith("gen_ai_client_token_usage_"))
                .noneMatch(line -> line.startsWith("agentprofiler_cost_usd_total{"));
    }

    @Test
    void shouldKeepTheSeriesBoundedWhateverToolsAreCalled() throws IOException {
        for (int i = 0; i < LabelLimit.MOST + 50; i++) {
            Trace trace = TestRun.bare()
                    .start(1, 0, 0, "tool", "run", "\"gen_ai.tool.name\":\"tool-" + i + "\"")
                    .end(1, 1)
                    .trace();
            metrics.add(trace);
        }

        List<String> counts = lines().stream()
                .filter(line -> line.startsWith("gen_ai_client_operation_duration_seconds_count{"))
                .toList();
        assertThat(counts).hasSize(LabelLimit.MOST + 1);
        assertThat(counts).anyMatch(line -> line.contains("gen_ai_tool_name=\"_other\"") && line.endsWith(" 50"));
    }
}
