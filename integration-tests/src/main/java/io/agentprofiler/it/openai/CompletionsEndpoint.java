// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.agentprofiler.it.openai.script.ChatRequest;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Exchange.Outcome;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.openai.wire.AzurePaths;
import io.agentprofiler.it.openai.wire.ChatBodies;
import io.agentprofiler.it.openai.wire.Http;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /v1/completions}, the older text completion: answers from the same script, by the text and usage of the
 * reply; a stream reports no usage.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
final class CompletionsEndpoint implements HttpHandler {
    private final OpenAiServer server;

    CompletionsEndpoint(OpenAiServer server) {
        this.server = server;
    }

    @Override
    public void handle(HttpExchange http) throws IOException {
        try (http) {
            JsonNode json = Http.readJson(http);
            ChatRequest request = new ChatRequest(json);
            Reply reply = server.script().next(request);
            String model = request.model().isEmpty() ? AzurePaths.deployment(http) : request.model();
            boolean streamed = request.streamed();
            Usage usage = streamed ? null : reply.usage();
            String id = server.nextId();
            server.record(new Exchange(id, http.getRequestURI().getPath(), json, 200, model, usage, Outcome.COMPLETE));
            if (!streamed) {
                ObjectNode body = body(id, model, reply.text(), "stop");
                if (usage != null) {
                    body.set("usage", usage.toJson());
                }
                Http.sendJson(http, 200, body);
                return;
            }
            http.getResponseHeaders().set("Content-Type", "text/event-stream");
            http.sendResponseHeaders(200, 0);
            try (OutputStream out = http.getResponseBody()) {
                for (String word : ChatBodies.words(reply.text())) {
                    send(out, body(id, model, word, null).toString());
                }
                send(out, body(id, model, "", "stop").toString());
                send(out, "[DONE]");
            }
        }
    }

    private static ObjectNode body(String id, String model, String text, String finishReason) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("id", id).put("object", "text_completion").put("created", 1_700_000_000L);
        body.put("model", model);
        ObjectNode choice = body.putArray("choices").addObject();
        choice.put("index", 0).put("text", text).putNull("logprobs");
        choice.put("finish_reason", finishReason);
        return body;
    }

    private static void send(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
