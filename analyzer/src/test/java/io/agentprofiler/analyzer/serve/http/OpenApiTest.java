// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.serve.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.report.page.Rows;
import io.agentprofiler.analyzer.serve.state.LiveWorkflow;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
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
    void shouldDescribeEveryPath() throws IOException {
        assertThat(((Map<?, ?>) description().get("paths")).keySet().stream().map(String::valueOf))
                .containsExactlyInAnyOrder(
                        "/api/openapi.json",
                        "/api/runs",
                        "/api/workflows",
                        "/api/workflows/{id}",
                        "/api/spans/{id}",
                        "/api/summary",
                        "/api/findings",
                        "/api/tokens",
                        "/metrics",
                        "/events");
    }
}
