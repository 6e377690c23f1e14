// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Exchange.Outcome;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.openai.wire.Http;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /v1/responses}: says "OK" to everything, whole or streamed.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
final class ResponsesEndpoint implements HttpHandler {
    private final OpenAiServer server;

    ResponsesEndpoint(OpenAiServer server) {
        this.server = server;
    }

    @Override
    public void handle(HttpExchange http) throws IOException {
        try (http) {
            JsonNode json = Http.readJson(http);
            String model = json.path("model").asString("");
            String id = server.nextId();
            ObjectNode answer = answer(id, model);
            server.record(new Exchange(
                    id, http.getRequestURI().getPath(), json, 200, model, Reply.USUAL_USAGE, Outcome.COMPLETE));
            if (json.path("stream").asBoolean(false)) {
                stream(http, answer);
            } else {
                Http.sendJson(http, 200, answer);
            }
        }
    }

    private static ObjectNode answer(String id, String model) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("id", id).put("object", "response").put("created_at", 1).put("status", "completed");
        answer.putNull("error").putNull("incomplete_details");
        answer.put("model", model).put("parallel_tool_calls", true).put("tool_choice", "auto");
        answer.putArray("tools");
        ObjectNode message = answer.putArray("output").addObject();
        message.put("type", "message")
                .put("id", "msg_1")
                .put("status", "completed")
                .put("role", "assistant");
        ObjectNode text = message.putArray("content").addObject();
        text.put("type", "output_text").put("text", "OK").putArray("annotations");
        Usage usage = Reply.USUAL_USAGE;
        ObjectNode reported = answer.putObject("usage");
        reported.put("input_tokens", usage.input()).put("output_tokens", usage.output());
        reported.put("total_tokens", usage.input() + usage.output());
        reported.putObject("input_tokens_details").put("cached_tokens", usage.cached());
        reported.putObject("output_tokens_details").put("reasoning_tokens", usage.reasoning());
        return answer;
    }

    private static void stream(HttpExchange http, ObjectNode answer) throws IOException {
        http.getResponseHeaders().set("Content-Type", "text/event-stream");
        http.sendResponseHeaders(200, 0);
        OutputStream out = http.getResponseBody();
        ObjectNode delta = JsonNodeFactory.instance.objectNode();
        delta.put("type", "response.output_text.delta")
                .put("sequence_number", 0)
                .put("item_id", "msg_1");
        delta.put("output_index", 0).put("content_index", 0).put("delta", "OK").putArray("logprobs");
        send(out, delta);
        ObjectNode completed = JsonNodeFactory.instance.objectNode();
        completed.put("type", "response.completed").put("sequence_number", 1).set("response", answer);
        send(out, completed);
        out.close();
    }

    private static void send(OutputStream out, ObjectNode event) throws IOException {
        String type = event.path("type").asString("");
        out.write(("event: " + type + "\ndata: " + event + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
