// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands in for the metrics pages of model servers. Pages that real servers print are among the agent's own test data, where
 * their sources are named.
 */
public final class MetricsServer implements AutoCloseable {
    private static final Path PAGES = Path.of("../agent/src/test/resources/io/agentprofiler/agent/modelserver");

    private final HttpServer server;
    private final List<HttpExchange> asked = new CopyOnWriteArrayList<>();

    private MetricsServer(HttpServer server) {
        this.server = server;
    }

    /** Starts a server without pages on a free port. */
    public static MetricsServer start() {
        try {
            MetricsServer started =
                    new MetricsServer(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
            started.server.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a page as a real server printed it. */
    public static String page(String file) {
        try {
            return Files.readString(PAGES.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Serves {@code page} under {@code path}. */
    public MetricsServer serving(String path, String page) {
        server.createContext(path, exchange -> {
            asked.add(exchange);
            byte[] body = page.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        return this;
    }

    /** Returns the server's address, without a path. */
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns how often {@code path} was requested. */
    public long asked(String path) {
        return asked.stream()
                .filter(exchange -> exchange.getRequestURI().getPath().equals(path))
                .count();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
