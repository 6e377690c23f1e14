// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.relay;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.service.AiServices;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A service whose agent answers what it is asked over HTTP. Prints its port, and the traceparent of each request. Ends when asked
 * for "/stop".
 */
public final class Desk {
    private static final SimpleAssistant ASSISTANT =
            AiServices.builder(SimpleAssistant.class).chatModel(Models.chat()).build();

    private Desk() {}

    /** Serves one request. */
    static void serve(HttpExchange exchange) throws IOException {
        List<String> told = exchange.getRequestHeaders().getOrDefault("traceparent", List.of("none"));
        System.out.println("traceparent " + String.join(" ", told));
        String question = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        byte[] answer = ASSISTANT.chat(question).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    /** Runs the program. */
    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", Desk::serve);
        server.createContext("/stop", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
            server.stop(0);
        });
        server.start();
        System.out.println("port " + server.getAddress().getPort());
    }
}
