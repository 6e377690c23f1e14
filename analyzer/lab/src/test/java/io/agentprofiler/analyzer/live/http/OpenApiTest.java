// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.report.page.Rows;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.lab.steps.ProfileAnswers;
import io.agentprofiler.analyzer.lab.steps.Programs;
import io.agentprofiler.analyzer.lab.steps.Programs.ProgramBy;
import io.agentprofiler.analyzer.lab.steps.StepLog;
import io.agentprofiler.analyzer.live.http.Api.ForecastJson;
import io.agentprofiler.analyzer.live.state.ForecastSource;
import io.agentprofiler.analyzer.live.state.LiveWorkflow;
import io.agentprofiler.analyzer.live.state.Progress;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.StageTarget;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The description says what is answered. */
class OpenApiTest {
    private static final Rows ROWS = new Rows(PriceList.bundled());

    private static Map<String, Object> description() throws IOException {
        try (InputStream in = LiveServer.class.getResourceAsStream("openapi.json");
                JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
            parser.nextToken();
            return object(parser);
        }
    }

    private static Map<String, Object> object(JsonParser parser) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields;
    }

    private static Object value(JsonParser parser) {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            return object(parser);
        }
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            List<Object> list = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                list.add(value(parser));
            }
            return list;
        }
        return parser.getString();
    }

    private static Object at(Object from, String... names) {
        Object value = from;
        for (String name : names) {
            value = ((Map<?, ?>) value).get(name);
        }
        return value;
    }

    /** Answers which fields of an object its schema does not name, and which it must have and lacks. */
    private static Set<String> differences(Fields fields, Object schema) {
        Set<String> differences = new TreeSet<>(fields.values().keySet());
        differences.removeAll(((Map<?, ?>) at(schema, "properties")).keySet());
        for (Object required : (List<?>) at(schema, "required")) {
            if (!fields.values().containsKey(required)) {
                differences.add("no " + required);
            }
        }
        return differences;
    }

    @Test
    void shouldNameEveryFieldOfAWorkflowAndOfItsSpans() throws IOException {
        Object schemas = at(description(), "components", "schemas");
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "plan", "\"agentprofiler.input\":\"hello\",\"x\":\"y\"")
                .start(
                        2,
                        1,
                        0,
                        "llm",
                        "chat",
                        "\"gen_ai.request.model\":\"gpt-4o-mini\",\"gen_ai.provider.name\":\"openai\"")
                .chunk(2, 10, 0)
                .chunk(2, 20, 1)
                .end(
                        2,
                        30,
                        "error",
                        ",\"cpu_ns\":5,\"alloc_bytes\":7,\"error\":{\"type\":\"E\",\"message\":\"m\"},\"attributes\":{"
                                + "\"gen_ai.usage.input_tokens\":100,\"gen_ai.usage.output_tokens\":20}")
                .end(1, 40)
                .trace()
                .inRun("shop-42");
        LiveWorkflow workflow = new LiveWorkflow(
                1,
                1,
                LiveWorkflow.State.FINAL,
                trace,
                ROWS.of("shop-42", trace, 9).head(),
                new byte[0]);
        Fields whole = WorkflowJson.whole(workflow, ROWS.of("shop-42", trace, 9));

        assertThat(differences(WorkflowJson.head(workflow), at(schemas, "Workflow")))
                .isEmpty();
        assertThat(differences(whole, at(schemas, "WholeWorkflow"))).isEmpty();
        for (Object span : (List<?>) whole.values().get("span_list")) {
            assertThat(differences((Fields) span, at(schemas, "Span"))).isEmpty();
        }
        Fields call = (Fields) ((List<?>) whole.values().get("span_list")).get(1);
        assertThat(call.values())
                .containsKeys("usage", "resources", "error", "chunks", "latency_ns", "critical_path_ns", "cost_usd");
    }

    @Test
    void shouldNameEveryFieldOfAForecast() throws IOException {
        Object schemas = at(description(), "components", "schemas");
        Map<StageTarget, Forecast> told = new EnumMap<>(StageTarget.class);
        for (StageTarget target : StageTarget.values()) {
            told.put(target, new Forecast(2, 1, 3, 20));
        }
        Fields forecast = ForecastJson.fields(new Progress(
                told,
                new NextTools.Next("search", 0.5, 20),
                new ForecastSource(
                        ForecastSource.By.AGENT,
                        "model.json",
                        40,
                        77,
                        new PublishedForecast(new TraceId(0, 1), 5, 2, "tool find", told, null))));

        assertThat(differences(forecast, at(schemas, "Forecast"))).isEmpty();
        assertThat(forecast.values()).hasSize(3 + StageTarget.values().length);
        for (String part : List.of("remaining_seconds", "next_tool", "source")) {
            assertThat(differences((Fields) forecast.values().get(part), at(schemas, "Forecast", "properties", part)))
                    .isEmpty();
        }
    }

    @Test
    void shouldNameEveryFieldOfProgramsAndModelServers() throws IOException {
        Object schemas = at(description(), "components", "schemas");
        RunSummary summary = new RunSummary(List.of(StepLog.ANALYSIS));
        TestRun.run("r")
                .start(1, 0, 0, "agent", "a", "\"gen_ai.conversation.id\":\"c1\"")
                .span(2, 1, 0, 10, "llm", "chat")
                .end(1, 10)
                .traces()
                .forEach(summary::add);
        ModelServers servers = new ModelServers();
        servers.add(new RunEvent.Sample(
                "BACKEND",
                TestRun.at(0),
                Map.of(
                        "endpoint",
                        "http://gpu",
                        "up",
                        true,
                        "running",
                        1L,
                        "kv_cache_capacity_tokens",
                        1600L,
                        "kv_cache_block_tokens",
                        16L)));
        ProfileAnswers answers = new ProfileAnswers(
                Programs.of(summary.get(StepLog.ANALYSIS), ProgramBy.CONVERSATION), Set.of(), servers);

        assertThat(differences(answers.profile("c1"), at(schemas, "Profile"))).isEmpty();
        assertThat(differences((Fields) answers.programs().values().get("c1"), at(schemas, "Program")))
                .isEmpty();
        Fields backends = (Fields) answers.metrics().values().get("backends");
        Fields backend = (Fields) backends.values().get("http://gpu");
        assertThat(differences(backend, at(schemas, "Backend"))).isEmpty();
        for (String part : List.of("metrics", "cache_config")) {
            assertThat(((Map<?, ?>) at(schemas, "Backend", "properties", part, "properties")).keySet())
                    .isEqualTo(((Fields) backend.values().get(part)).values().keySet());
        }
    }

    @Test
    void shouldDescribeEveryPath() throws IOException {
        assertThat(((Map<?, ?>) description().get("paths")).keySet().stream().map(String::valueOf))
                .containsExactlyInAnyOrder(
                        "/api/openapi.json",
                        "/api/runs",
                        "/api/workflows",
                        "/api/workflows/{id}",
                        "/api/forecasts",
                        "/api/comparison",
                        "/api/spans/{id}",
                        "/api/summary",
                        "/api/findings",
                        "/api/tokens",
                        "/metrics",
                        "/profiles",
                        "/profiles/{program_id}",
                        "/programs",
                        "/events");
    }
}
