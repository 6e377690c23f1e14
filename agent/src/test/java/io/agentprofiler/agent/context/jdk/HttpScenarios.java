// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The JDK's HTTP client and server, both made under a span; run by {@link PropagationProgram}. */
final class HttpScenarios {
    private static final Object NONE = new Object();

    void shouldGoOnUnderTheSpanOfTheRequestAndLeaveThreadsThatServeAllClean() throws Exception {
        Set<Object> served = Collections.synchronizedSet(new HashSet<>());
        Span first = Spans.open();
        HttpServer server = Under.span(first, () -> start(served));
        HttpClient client = Under.span(first, HttpClient::newHttpClient);
        for (Span span : new Span[] {first, Spans.open(), null, Spans.open()}) {
            CompletableFuture<Object> seen = Under.span(
                    span,
                    () -> client.sendAsync(request(server), BodyHandlers.ofString())
                            .thenApply(response -> seen())
                            .thenCombineAsync(CompletableFuture.completedFuture(""), (x, y) -> x == seen() ? x : y));
            assertThat(Under.get(seen)).isSameAs(span == null ? NONE : span);
        }
        assertThat(served).containsExactly(NONE);
        server.stop(0);
    }

    private static HttpServer start(Set<Object> served) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            served.add(seen());
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static HttpRequest request(HttpServer server) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"))
                .build();
    }

    private static Object seen() {
        Span current = Under.current();
        return current == null ? NONE : current;
    }
}
