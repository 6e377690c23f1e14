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
import io.agentprofiler.it.openai.wire.Http;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A chat endpoint in the protocol of another provider than OpenAI: it answers by the same script, in other words. Usage
 * is always reported, as 0 where the script has none; delays and cuts are OpenAI's alone.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
abstract class ModelEndpoint implements HttpHandler {
    private final OpenAiServer server;

    ModelEndpoint(OpenAiServer server) {
        this.server = server;
    }

    /** Returns the requested model. */
    abstract String model(HttpExchange http, JsonNode request);

    /** Returns whether a stream is requested. */
    abstract boolean streamed(HttpExchange http, JsonNode request);

    /** Returns the media type of a stream. */
    abstract String streamType();

    /** Returns the body of an answer that is not streamed to a request. */
    ObjectNode whole(HttpExchange http, Reply reply, String id, String model) {
        return whole(reply, id, model);
    }

    /** Returns all that a stream sends to a request, each element in one write. */
    List<byte[]> parts(HttpExchange http, Reply reply, String id, String model) {
        return parts(reply, id, model);
    }

    /** Returns the body of an answer that is not streamed. */
    abstract ObjectNode whole(Reply reply, String id, String model);

    /** Returns all that a stream sends, each element in one write. */
    abstract List<byte[]> parts(Reply reply, String id, String model);

    /** Sets the headers of an answer, or of a failure, for which {@code id} is {@code null}. */
    void headers(HttpExchange http, Reply reply, String id) {}

    /** Returns the body of a failure. */
    ObjectNode error(Reply reply) {
        ObjectNode body = object();
        body.put("type", "error");
        body.putObject("error")
                .put("type", "api_error")
                .put("code", reply.status())
                .put("message", reply.text());
        return body;
    }

    @Override
    public void handle(HttpExchange http) throws IOException {
        try (http) {
            JsonNode json = Http.readJson(http);
            Reply scripted = server.script().next(new ChatRequest(json));
            Reply reply = scripted.usage() == null ? scripted.withUsage(Usage.NONE) : scripted;
            String model = model(http, json);
            String path = http.getRequestURI().getPath();
            if (reply.status() != 200) {
                if (reply.retryAfter() != null) {
                    http.getResponseHeaders().set("Retry-After", reply.retryAfter());
                }
                server.record(new Exchange(path, json, reply.status(), model, null, Outcome.COMPLETE));
                headers(http, reply, null);
                Http.sendJson(http, reply.status(), error(reply));
                return;
            }
            // recorded before it is sent: a client that has its answer must find it in the record
            String id = server.nextId();
            server.record(new Exchange(id, path, json, 200, model, scripted.usage(), Outcome.COMPLETE));
            headers(http, reply, id);
            if (!streamed(http, json)) {
                Http.sendJson(http, 200, whole(http, reply, id, model));
                return;
            }
            http.getResponseHeaders().set("Content-Type", streamType());
            http.sendResponseHeaders(200, 0);
            try (OutputStream out = http.getResponseBody()) {
                for (byte[] part : parts(http, reply, id, model)) {
                    out.write(part);
                    out.flush();
                }
            }
        }
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns a tool call's arguments as JSON. */
    static JsonNode arguments(Reply.ToolCall call) {
        return Http.parse(call.arguments());
    }
}
