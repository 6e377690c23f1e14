// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Exchange.Outcome;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.openai.wire.AzurePaths;
import io.agentprofiler.it.openai.wire.Http;
import io.agentprofiler.it.openai.wire.TextVectors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /v1/embeddings}.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
final class EmbeddingsEndpoint implements HttpHandler {
    private final OpenAiServer server;

    EmbeddingsEndpoint(OpenAiServer server) {
        this.server = server;
    }

    @Override
    public void handle(HttpExchange http) throws IOException {
        try (http) {
            JsonNode json = Http.readJson(http);
            JsonNode input = json.path("input");
            List<String> texts = input.isArray()
                    ? input.valueStream().map(node -> node.asString("")).toList()
                    : List.of(input.asString(""));
            String model = json.path("model").asString(AzurePaths.deployment(http));
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.put("object", "list").put("model", model);
            ArrayNode data = body.putArray("data");
            int tokens = 0;
            for (int i = 0; i < texts.size(); i++) {
                ObjectNode item = data.addObject();
                item.put("object", "embedding").put("index", i);
                float[] vector = TextVectors.embed(texts.get(i));
                if (json.path("encoding_format").asString("").equals("base64")) {
                    item.put("embedding", base64(vector));
                } else {
                    ArrayNode values = item.putArray("embedding");
                    for (float value : vector) {
                        values.add(value);
                    }
                }
                tokens += TextVectors.tokens(texts.get(i));
            }
            body.putObject("usage").put("prompt_tokens", tokens).put("total_tokens", tokens);
            ChatEndpoint.pause(server.script().embeddingTime(tokens));
            server.record(new Exchange(
                    http.getRequestURI().getPath(), json, 200, model, Usage.of(tokens, 0), Outcome.COMPLETE));
            Http.sendJson(http, 200, body);
        }
    }

    private static String base64(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
