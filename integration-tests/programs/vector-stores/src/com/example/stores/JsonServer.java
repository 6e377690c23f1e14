// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stores;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;

/** A store that is asked over HTTP. */
final class JsonServer extends Counted {
    private static final int REFUSED = 500;

    private final HttpServer server;

    /** @param answer what to answer, given the path and the body; {@code null} refuses */
    JsonServer(BiFunction<String, String, String> answer) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(2, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            String json = answer.apply(exchange.getRequestURI().getPath(), body);
            byte[] bytes = (json == null ? "{\"error\":\"busy\",\"status\":500}" : json).getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add("X-Elastic-Product", "Elasticsearch");
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(json == null ? REFUSED : 200, head ? -1 : bytes.length);
            if (!head) {
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    void stop() {
        server.stop(0);
    }

    int port() {
        return server.getAddress().getPort();
    }
}
