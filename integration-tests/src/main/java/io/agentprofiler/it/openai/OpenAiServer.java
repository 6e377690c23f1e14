// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.openai.wire.AzurePaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An OpenAI-compatible model server on the loopback interface, answering by {@link Script} and remembering every
 * exchange, so that a test can hold what was recorded against what was really reported.
 *
 * <p>Serves {@code POST /v1/chat/completions} (whole and streamed), {@code /v1/completions},
 * {@code /v1/responses}, {@code /v1/embeddings}, {@code /v1/moderations}, images and audio, and the same under the paths
 * of Azure OpenAI. Beside them, by the same script, what Anthropic, Amazon Bedrock, Google's Gemini
 * and Ollama serve.
 *
 * <p><b>Threading:</b> requests are served concurrently on daemon threads of the server's own; all methods may be called
 * from any thread.
 */
public final class OpenAiServer implements AutoCloseable {
    static {
        // without it the JDK's server waits for the client's delayed acknowledgement, 40 ms, in every answer
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads;
    private final Script script = new Script();
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();

    private OpenAiServer(int port) throws IOException {
        threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "openai-server");
            thread.setDaemon(true);
            return thread;
        });
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        Map<String, HttpHandler> endpoints = Map.of(
                "/chat/completions", new ChatEndpoint(this),
                "/completions", new CompletionsEndpoint(this),
                "/responses", new ResponsesEndpoint(this),
                "/embeddings", new EmbeddingsEndpoint(this),
                "/moderations", new ModerationsEndpoint(this),
                "/audio/speech", new MediaEndpoint(this),
                "/audio/transcriptions", new MediaEndpoint(this),
                "/images/generations", new MediaEndpoint(this));
        endpoints.forEach((path, endpoint) -> server.createContext("/v1" + path, endpoint));
        server.createContext("/v1/messages", new AnthropicEndpoint(this));
        server.createContext("/v1/messages/count_tokens", AnthropicEndpoint::count);
        GeminiEndpoint.PATHS.forEach(path -> server.createContext(path, new GeminiEndpoint(this)));
        server.createContext(BedrockEndpoint.PATH, new BedrockEndpoint(this));
        server.createContext("/api/chat", new OllamaEndpoint(this, true));
        server.createContext("/api/generate", new OllamaEndpoint(this, false));
        server.createContext("/api/embed", OllamaEndpoint::embed);
        server.createContext("/openai/deployments/", new AzurePaths(endpoints));
        server.createContext("/openai/responses", endpoints.get("/responses"));
        server.start();
    }

    /** Starts a server on a free port. */
    public static OpenAiServer start() {
        return start(0);
    }

    /** Starts a server on {@code port}; 0 is any free one. */
    public static OpenAiServer start(int port) {
        try {
            return new OpenAiServer(port);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port + " of the loopback interface", e);
        }
    }

    /** Returns what clients take as their base URL, {@code /v1} included. */
    public String baseUrl() {
        return "http://localhost:" + server.getAddress().getPort() + "/v1";
    }

    /** Returns what clients of Azure OpenAI take as their endpoint. */
    public String azureEndpoint() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** Returns the script, to be filled by the test. */
    public Script script() {
        return script;
    }

    /** Returns every exchange that has ended so far, in the order they ended. */
    public List<Exchange> exchanges() {
        return List.copyOf(exchanges);
    }

    /** Returns the exchanges whose path ends with {@code suffix}. */
    public List<Exchange> exchanges(String suffix) {
        return exchanges.stream()
                .filter(exchange -> exchange.path().endsWith(suffix))
                .toList();
    }

    /** Returns the sum of the usage that reached chat clients. */
    public Usage chatUsage() {
        return exchanges("/chat/completions").stream()
                .map(Exchange::usage)
                .filter(Objects::nonNull)
                .reduce(Usage.NONE, Usage::plus);
    }

    void record(Exchange exchange) {
        exchanges.add(exchange);
    }

    String nextId() {
        return "chatcmpl-" + ids.incrementAndGet();
    }

    /** Stops serving; open connections are closed. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
