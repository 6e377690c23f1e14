// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.agents.SimpleAssistant;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpClientBuilderLoader;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.langchain4j.service.AiServices;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/** Causes in how a client connects to its model server, and healthy programs that look like them. */
final class ConnectionCauses {
    private ConnectionCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.of(
                "one-connection", ConnectionCauses::oneConnection,
                "many-questions", ConnectionCauses::manyQuestions,
                "client-per-call", ConnectionCauses::clientPerCall,
                "client-per-customer", ConnectionCauses::clientPerCustomer);
    }

    /** Four questions at the same time, through a client that has one connection; the twin's has as many as it likes. */
    private static Workload.Agent oneConnection(boolean planted) {
        return questions(planted ? 1 : 100);
    }

    /** Four questions at the same time, and nothing in their way. */
    private static Workload.Agent manyQuestions(boolean planted) {
        return questions(100);
    }

    /** A client for each call, which has to connect first; the twin has one client for all calls. */
    private static Workload.Agent clientPerCall(boolean planted) {
        return clients(planted ? Integer.MAX_VALUE : 1);
    }

    /** A client for each of four customers, which keeps its connection. */
    private static Workload.Agent clientPerCustomer(boolean planted) {
        return clients(4);
    }

    private static Workload.Agent clients(int most) {
        Map<Integer, SimpleAssistant> assistants = new ConcurrentHashMap<>();
        return n -> assistants
                .computeIfAbsent(n % most, any -> AiServices.create(SimpleAssistant.class, Models.small()))
                .chat("Question " + n + " [[say 20]]");
    }

    private static Workload.Agent questions(int connections) {
        Executor pool = Executors.newFixedThreadPool(4, ToolCauses::daemon);
        SimpleAssistant assistant = AiServices.create(
                SimpleAssistant.class,
                Models.small(new PooledClients(HttpClientBuilderLoader.loadHttpClientBuilder(), connections)));
        return n -> {
            List<CompletableFuture<String>> answers = IntStream.range(0, 4)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> assistant.chat("Part " + i + " of question " + n + " [[queue 200 say 20]]"), pool))
                    .toList();
            answers.forEach(CompletableFuture::join);
        };
    }

    /** Makes clients with a bounded number of connections. */
    private static final class PooledClients implements HttpClientBuilder {
        private final HttpClientBuilder builder;
        private final int connections;

        PooledClients(HttpClientBuilder builder, int connections) {
            this.builder = builder;
            this.connections = connections;
        }

        @Override
        public Duration connectTimeout() {
            return builder.connectTimeout();
        }

        @Override
        public HttpClientBuilder connectTimeout(Duration timeout) {
            builder.connectTimeout(timeout);
            return this;
        }

        @Override
        public Duration readTimeout() {
            return builder.readTimeout();
        }

        @Override
        public HttpClientBuilder readTimeout(Duration timeout) {
            builder.readTimeout(timeout);
            return this;
        }

        @Override
        public HttpClient build() {
            return new PooledClient(builder.build(), connections);
        }
    }

    /** A request waits inside the client until a connection is free. */
    private static final class PooledClient implements HttpClient {
        private final HttpClient client;
        private final Semaphore connections;

        PooledClient(HttpClient client, int connections) {
            this.client = client;
            this.connections = new Semaphore(connections, true);
        }

        @Override
        public SuccessfulHttpResponse execute(HttpRequest request) {
            connections.acquireUninterruptibly();
            try {
                return client.execute(request);
            } finally {
                connections.release();
            }
        }

        @Override
        public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
            client.execute(request, parser, listener);
        }
    }
}
