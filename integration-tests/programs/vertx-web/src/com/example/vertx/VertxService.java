// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.vertx;

import com.example.requests.Assistant;
import com.example.requests.Visitor;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

/** A service with Vert.x's router, and its visitor. */
public final class VertxService {
    private final Assistant assistant = new Assistant();

    private VertxService() {}

    public static void main(String[] args) throws Exception {
        VertxService service = new VertxService();
        service.assistant.answer("are you there");
        Vertx vertx = Vertx.vertx();
        HttpServer server = vertx.createHttpServer()
                .requestHandler(service.router(vertx))
                .listen(0)
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        new Visitor(server.actualPort()).visit();
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    private Router router(Vertx vertx) {
        Router router = Router.router(vertx);
        router.route().handler(BodyHandler.create(false));
        router.get("/health").handler(context -> context.end("up"));
        router.post("/desk/:id/ask").blockingHandler(this::ask);
        router.get("/desk/:id/later").handler(this::later);
        router.get("/desk/:id/words").handler(this::words);
        router.get("/desk/:id/busy").handler(this::busy);
        router.get("/desk/:id/fails").handler(context -> context.end(assistant.answer("")));
        return router;
    }

    private void ask(RoutingContext context) {
        context.end(assistant.answer(context.body().asString()));
    }

    private void later(RoutingContext context) {
        context.vertx()
                .executeBlocking(() -> assistant.answer(context.pathParam("id")))
                .onComplete(answered -> context.end(answered.result()));
    }

    /** Answers word by word on a thread of its own, when the handler has long returned. */
    private void words(RoutingContext context) {
        context.response().setChunked(true);
        new Thread(() -> {
                    context.response().write(assistant.answer("re"));
                    context.response().write(assistant.answer(context.pathParam("id")));
                    context.response().end();
                })
                .start();
    }

    private void busy(RoutingContext context) {
        context.response().setStatusCode(503).end(assistant.answer(context.pathParam("id")));
    }
}
