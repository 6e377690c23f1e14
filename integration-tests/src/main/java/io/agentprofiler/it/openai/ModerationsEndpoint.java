// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Exchange.Outcome;
import io.agentprofiler.it.openai.wire.Http;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /v1/moderations}: flags every text with the word "attack" in it.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
final class ModerationsEndpoint implements HttpHandler {
    /** All there are: clients miss the ones that are left out. */
    private static final List<String> CATEGORIES = List.of(
            "harassment",
            "harassment/threatening",
            "hate",
            "hate/threatening",
            "illicit",
            "illicit/violent",
            "self-harm",
            "self-harm/instructions",
            "self-harm/intent",
            "sexual",
            "sexual/minors",
            "violence",
            "violence/graphic");

    private final OpenAiServer server;

    ModerationsEndpoint(OpenAiServer server) {
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
            String model = json.path("model").asString("");
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.put("id", "modr-1").put("model", model);
            ArrayNode results = body.putArray("results");
            for (String text : texts) {
                boolean flagged = text.contains("attack");
                ObjectNode result = results.addObject();
                result.put("flagged", flagged);
                ObjectNode categories = result.putObject("categories");
                ObjectNode scores = result.putObject("category_scores");
                ObjectNode sorts = result.putObject("category_applied_input_types");
                for (String category : CATEGORIES) {
                    boolean named = flagged && category.equals("violence");
                    categories.put(category, named);
                    scores.put(category, named ? 0.9 : 0.1);
                    sorts.putArray(category).add("text");
                }
            }
            server.record(new Exchange(http.getRequestURI().getPath(), json, 200, model, null, Outcome.COMPLETE));
            Http.sendJson(http, 200, body);
        }
    }
}
