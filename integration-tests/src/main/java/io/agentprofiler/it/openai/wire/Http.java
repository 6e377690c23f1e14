// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.wire;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reading and sending bodies.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Http {
    private static final JsonMapper JSON = new JsonMapper();

    private Http() {}

    /** Returns the body of a request as JSON. */
    public static JsonNode readJson(HttpExchange http) throws IOException {
        return JSON.readTree(http.getRequestBody().readAllBytes());
    }

    /** Returns a text as JSON. */
    public static JsonNode parse(String json) {
        return JSON.readTree(json);
    }

    /** Sends JSON as the whole answer. */
    public static void sendJson(HttpExchange http, int status, JsonNode body) throws IOException {
        sendJson(http, status, JSON.writeValueAsString(body));
    }

    /** Sends a text of JSON as the whole answer. */
    public static void sendJson(HttpExchange http, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        http.getResponseHeaders().set("Content-Type", "application/json");
        http.sendResponseHeaders(status, bytes.length);
        http.getResponseBody().write(bytes);
    }

    /** Sends bytes of a media type as the whole answer. */
    public static void send(HttpExchange http, String type, byte[] body) throws IOException {
        http.getResponseHeaders().set("Content-Type", type);
        http.sendResponseHeaders(200, body.length);
        http.getResponseBody().write(body);
    }
}
