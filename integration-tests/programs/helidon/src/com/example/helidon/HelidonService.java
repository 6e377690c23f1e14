// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helidon;

import com.example.requests.Assistant;
import com.example.requests.Visitor;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A service with Helidon SE, and its visitor. */
public final class HelidonService {
    private static final Logger LOGGERS = Logger.getLogger("io.helidon");

    private final Assistant assistant = new Assistant();

    private HelidonService() {}

    public static void main(String[] args) throws Exception {
        LOGGERS.setLevel(Level.OFF);
        HelidonService service = new HelidonService();
        service.assistant.answer("are you there");
        WebServer server = WebServer.builder()
                .port(0)
                .routing(routing -> routing.get("/health", (request, response) -> response.send("up"))
                        .register("/desk", service::endpoints))
                .build()
                .start();
        new Visitor(server.port()).visit();
        server.stop();
    }

    private void endpoints(HttpRules rules) {
        rules.post(
                        "/{id}/ask",
                        (request, response) ->
                                response.send(assistant.answer(request.content().as(String.class))))
                .get("/{id}/later", this::later)
                .get("/{id}/words", this::words)
                .get("/{id}/busy", this::busy)
                .get("/{id}/fails", (request, response) -> response.send(assistant.answer("")));
    }

    private void later(ServerRequest request, ServerResponse response) {
        response.send(
                CompletableFuture.supplyAsync(() -> assistant.answer("later")).join());
    }

    private void words(ServerRequest request, ServerResponse response) {
        try (OutputStream body = response.outputStream()) {
            body.write(assistant.answer("re").getBytes());
            body.flush();
            body.write(assistant.answer("words").getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void busy(ServerRequest request, ServerResponse response) {
        response.status(Status.SERVICE_UNAVAILABLE_503).send(assistant.answer("busy"));
    }
}
