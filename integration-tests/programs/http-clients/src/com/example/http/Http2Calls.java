// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Asks over HTTP/2, reads with a reader of its own, leaves an answer, and asks a server that breaks off. Prints what it gets. */
final class Http2Calls {
    private static final String FIRST = "data: {\"id\":\"h1\",\"model\":\"acme-1-0\"}\n\n";
    private static final String LAST = "data: {\"usage\":{\"prompt_tokens\":26,\"completion_tokens\":12}}\n\n";
    private static final long SOON = 10;
    private static final long LATE = 20_000;

    private final Vertx vertx;
    private final HttpServer server;

    private Http2Calls(Vertx vertx) throws Exception {
        this.vertx = vertx;
        this.server = vertx.createHttpServer()
                .requestHandler(this::take)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    static void ask(String question) throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            new Http2Calls(vertx).all(question);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get();
        }
    }

    private void take(HttpServerRequest request) {
        if (request.path().equals("/")) {
            request.response().end();
        } else {
            request.body().onComplete(body -> answer(request));
        }
    }

    private void answer(HttpServerRequest request) {
        HttpServerResponse response = request.response().setChunked(true);
        response.write(FIRST);
        if (request.path().startsWith("/cut")) {
            vertx.setTimer(SOON, timer -> request.connection().close());
        } else {
            vertx.setTimer(request.path().startsWith("/late") ? LATE : SOON, timer -> response.end(LAST));
        }
    }

    private void all(String question) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        // the first request asks for HTTP/2
        client.send(request("/").build(), BodyHandlers.discarding());
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(question);
        HttpRequest whole = request("/v1/chat/completions").POST(body).build();
        HttpResponse<String> answer = client.send(whole, BodyHandlers.ofString());
        System.out.println(answer.version() + " " + answer.body());
        System.out.println(client.sendAsync(whole, head -> new Counter()).get().body());
        try (InputStream late = client.send(
                        request("/late/v1/chat/completions").POST(body).build(), BodyHandlers.ofInputStream())
                .body()) {
            System.out.println(late.read());
        }
        HttpRequest cut = request("/cut/v1/chat/completions")
                .version(HttpClient.Version.HTTP_1_1)
                .POST(body)
                .build();
        try {
            client.send(cut, BodyHandlers.ofString());
        } catch (IOException e) {
            System.out.println("cut " + e.getClass().getName());
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + path));
    }

    /** Counts the bytes of an answer. */
    private static final class Counter implements HttpResponse.BodySubscriber<Integer> {
        private final CompletableFuture<Integer> body = new CompletableFuture<>();
        private int count;

        @Override
        public CompletionStage<Integer> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            buffers.forEach(buffer -> count += buffer.remaining());
        }

        @Override
        public void onError(Throwable thrown) {
            body.completeExceptionally(thrown);
        }

        @Override
        public void onComplete() {
            body.complete(count);
        }
    }
}
