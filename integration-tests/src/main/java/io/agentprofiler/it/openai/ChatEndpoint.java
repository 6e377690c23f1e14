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
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * {@code POST /v1/chat/completions}.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
final class ChatEndpoint implements HttpHandler {
    private final OpenAiServer server;

    ChatEndpoint(OpenAiServer server) {
        this.server = server;
    }

    @Override
    public void handle(HttpExchange http) throws IOException {
        try (http) {
            JsonNode json = Http.readJson(http);
            ChatRequest request = new ChatRequest(json);
            Reply reply = server.script().next(request);
            pause(reply.firstByte());
            if (reply.status() != 200) {
                if (reply.retryAfter() != null) {
                    http.getResponseHeaders().set("Retry-After", reply.retryAfter());
                }
                server.record(exchange(null, http, json, reply.status(), null, null, Outcome.COMPLETE));
                Http.sendJson(http, reply.status(), ChatBodies.error(reply.status(), reply.text()));
                return;
            }
            String asked = request.model().isEmpty() ? AzurePaths.deployment(http) : request.model();
            String model = reply.model() == null ? asked : reply.model();
            if (request.streamed()) {
                stream(http, request, reply, model);
            } else {
                whole(http, json, reply, model);
            }
        }
    }

    private void whole(HttpExchange http, JsonNode json, Reply reply, String model) throws IOException {
        String id = server.nextId();
        String body = ChatBodies.whole(reply, id, model);
        if (reply.cutAfter() >= 0) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            http.getResponseHeaders().set("Content-Type", "application/json");
            server.record(exchange(id, http, json, 200, model, null, Outcome.CUT));
            http.sendResponseHeaders(200, bytes.length);
            http.getResponseBody().write(bytes, 0, bytes.length / 2);
            http.getResponseBody().flush();
            return;
        }
        // recorded before it is sent: a client that has its answer must find it in the record
        server.record(exchange(id, http, json, 200, model, reply.usage(), Outcome.COMPLETE));
        Http.sendJson(http, 200, body);
    }

    private void stream(HttpExchange http, ChatRequest request, Reply reply, String model) throws IOException {
        String id = server.nextId();
        http.getResponseHeaders().set("Content-Type", "text/event-stream");
        // a stream that is to be cut promises more than it sends: the JDK's server would end a chunked body properly
        http.sendResponseHeaders(200, reply.cutAfter() >= 0 ? Integer.MAX_VALUE : 0);
        OutputStream out = http.getResponseBody();
        try {
            send(out, ChatBodies.opening(id, model));
            int sent = 0;
            for (String chunk : ChatBodies.deltas(reply, id, model)) {
                if (sent == reply.cutAfter()) {
                    server.record(exchange(id, http, request.json(), 200, model, null, Outcome.CUT));
                    return;
                }
                pause(reply.perChunk());
                send(out, chunk);
                sent++;
            }
            if (reply.cutAfter() >= 0) {
                server.record(exchange(id, http, request.json(), 200, model, null, Outcome.CUT));
                return;
            }
            boolean usage = request.usageWanted() && reply.usage() != null;
            server.record(
                    exchange(id, http, request.json(), 200, model, usage ? reply.usage() : null, Outcome.COMPLETE));
            send(out, ChatBodies.finish(reply, id, model));
            if (usage) {
                send(out, ChatBodies.usage(reply.usage(), id, model));
            }
            send(out, "[DONE]");
            out.close();
        } catch (IOException e) {
            server.record(exchange(id, http, request.json(), 200, model, null, Outcome.CLIENT_GONE));
        }
    }

    private static void send(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static Exchange exchange(
            String id, HttpExchange http, JsonNode json, int status, String model, Usage usage, Outcome outcome) {
        return new Exchange(id, http.getRequestURI().getPath(), json, status, model, usage, outcome);
    }

    static void pause(Duration time) {
        if (time.isZero()) {
            return;
        }
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
