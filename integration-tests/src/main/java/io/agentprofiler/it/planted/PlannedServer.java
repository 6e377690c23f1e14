// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import com.example.planted.Plan;
import com.example.planted.PlannedModel;
import com.example.planted.PlannedModel.Answer;
import com.example.planted.PlannedModel.Message;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.ChatRequest;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A model server that answers as a {@link PlannedModel} does, and has metrics as vLLM's.
 *
 * <p><b>Threading:</b> called on the server's threads, several at a time.
 */
final class PlannedServer implements AutoCloseable {
    private final PlannedModel model = new PlannedModel();
    private final OpenAiServer server;
    private final HttpServer metrics;
    /** Requests in the queue, as of the last request. */
    private final AtomicInteger waiting = new AtomicInteger();
    /** What is still to be done when the first request arrives. */
    private final AtomicReference<Runnable> once;

    private PlannedServer(OpenAiServer server, HttpServer metrics, Runnable once) {
        this.server = server;
        this.metrics = metrics;
        this.once = new AtomicReference<>(once);
    }

    /**
     * Starts a server.
     *
     * @param once is run when the first request arrives, or when the server is closed if none did
     */
    static PlannedServer start(Runnable once) throws IOException {
        PlannedServer planned = new PlannedServer(
                OpenAiServer.start(),
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0),
                once);
        planned.server.script().when(request -> true, planned::answer).embeddingsTake(planned::embeddingTime);
        planned.metrics.createContext("/metrics", planned::metrics);
        planned.metrics.start();
        return planned;
    }

    /** Returns the address for models' clients. */
    String baseUrl() {
        return server.baseUrl();
    }

    /** Returns the address whose metrics the agent may poll. */
    String backend() {
        return "http://127.0.0.1:" + metrics.getAddress().getPort();
    }

    private void metrics(HttpExchange exchange) throws IOException {
        int queue = waiting.get();
        byte[] page = """
                # TYPE vllm:num_requests_running gauge
                vllm:num_requests_running{model_name="gpt-4o-mini"} 8
                # TYPE vllm:num_requests_waiting gauge
                vllm:num_requests_waiting{model_name="gpt-4o-mini"} %d
                # TYPE vllm:kv_cache_usage_perc gauge
                vllm:kv_cache_usage_perc{model_name="gpt-4o-mini"} %s
                """.formatted(queue, queue > 0 ? "0.97" : "0.4").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, page.length);
        exchange.getResponseBody().write(page);
        exchange.close();
    }

    @Override
    public void close() {
        server.close();
        metrics.stop(0);
        asked();
    }

    /** Does what is to be done at the first request, unless it was done. */
    void asked() {
        Runnable open = once.getAndSet(null);
        if (open != null) {
            open.run();
        }
    }

    private Duration embeddingTime(int tokens) {
        asked();
        return PlannedModel.embeddingTime(tokens);
    }

    private Reply answer(ChatRequest request) {
        asked();
        List<Message> messages = request.json()
                .path("messages")
                .valueStream()
                .map(message -> new Message(message.path("role").asString(""), ChatRequest.text(message)))
                .toList();
        Answer answer =
                model.answer(request.model(), request.json().path("tools").toString(), messages);
        waiting.set(answer.queue().length());
        if (answer.refusal() != 0) {
            return Reply.error(answer.refusal(), "Refused")
                    .withRetryAfter("1")
                    .withDelays(answer.queue().waited(), Duration.ZERO);
        }
        Reply reply = Reply.text(answer.text())
                .withToolCalls(calls(answer.calls(), messages.size()))
                .withUsage(new Usage(
                        answer.used().input(),
                        answer.used().output(),
                        answer.used().cached(),
                        answer.used().reasoning()))
                .withFinish(answer.cut() ? "length" : null);
        return request.streamed() && answer.calls().isEmpty()
                ? reply.withDelays(answer.first(), answer.perToken())
                : reply.withDelays(answer.whole(), Duration.ZERO);
    }

    private static List<Reply.ToolCall> calls(List<Plan.Call> planned, int position) {
        List<Reply.ToolCall> calls = new ArrayList<>();
        for (Plan.Call call : planned) {
            calls.add(new Reply.ToolCall("call_" + position + "_" + calls.size(), call.tool(), call.arguments()));
        }
        return calls;
    }
}
