// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.sdk;

import com.acme.chat.ChatClient;
import com.acme.chat.ChatDelta;
import com.acme.chat.ChatException;
import com.acme.chat.ChatListener;
import com.acme.chat.ChatRequest;
import com.acme.chat.ChatResponse;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** Asks a chat model in every way its SDK has, once in vain. */
public final class FourWays {
    private static final AtomicBoolean BUSY = new AtomicBoolean(true);

    private FourWays() {}

    /** Runs the program. */
    public static void main(String[] args) throws IOException, InterruptedException {
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/chat", FourWays::serve);
        service.start();
        ChatClient client = new ChatClient(
                URI.create("http://127.0.0.1:" + service.getAddress().getPort()));

        System.out.println(client.ask(new ChatRequest("acme-1", "Hello")).text());
        System.out.println(
                client.askLater(new ChatRequest("acme-1", "Hello later")).join().text());
        System.out.println(client.stream(new ChatRequest("acme-1", "Hello in pieces"))
                .map(ChatDelta::text)
                .filter(Objects::nonNull)
                .collect(Collectors.joining()));
        listen(client, "Hello, I am listening");
        listen(client, "Say no");
        try {
            client.ask(new ChatRequest("acme-1", "Say no"));
        } catch (ChatException e) {
            System.out.println("refused with " + e.status());
        }
        service.stop(0);
    }

    private static void listen(ChatClient client, String text) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        client.stream(new ChatRequest("acme-1", text), new ChatListener() {
            @Override
            public void onDelta(ChatDelta delta) {
                // the whole answer comes at the end
            }

            @Override
            public void onDone(ChatResponse response) {
                System.out.println(response.text());
                over.countDown();
            }

            @Override
            public void onFailure(Throwable failure) {
                System.out.println("no answer");
                over.countDown();
            }
        });
        over.await();
    }

    /** Is too busy for the first request, and refuses some. */
    private static void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        int status = body.contains("Say no") ? 400 : BUSY.getAndSet(false) ? 503 : 200;
        byte[] reply = "12 3\ngood \nday \nto you\n".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, reply.length);
        exchange.getResponseBody().write(reply);
        exchange.close();
    }
}
