// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.a2a.A2A;
import io.a2a.server.ServerCallContext;
import io.a2a.server.agentexecution.AgentExecutor;
import io.a2a.server.agentexecution.RequestContext;
import io.a2a.server.auth.UnauthenticatedUser;
import io.a2a.server.events.EventQueue;
import io.a2a.server.events.InMemoryQueueManager;
import io.a2a.server.requesthandlers.DefaultRequestHandler;
import io.a2a.server.tasks.InMemoryTaskStore;
import io.a2a.server.tasks.TaskUpdater;
import io.a2a.spec.AgentCapabilities;
import io.a2a.spec.AgentCard;
import io.a2a.spec.GetTaskRequest;
import io.a2a.spec.InternalError;
import io.a2a.spec.JSONRPCError;
import io.a2a.spec.SendMessageRequest;
import io.a2a.spec.SendStreamingMessageRequest;
import io.a2a.spec.SendStreamingMessageResponse;
import io.a2a.spec.TextPart;
import io.a2a.transport.jsonrpc.handler.JSONRPCHandler;
import io.a2a.util.Utils;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;

/** An agent that asks a model, behind A2A's JSON-RPC over the JDK's server. What it is asked says how it ends. */
public final class Desk implements AgentExecutor {
    private final ChatModel model = OpenAiChatModel.builder()
            .baseUrl(System.getProperty("openai.baseUrl"))
            .apiKey("none")
            .modelName("gpt-4o-mini")
            .maxRetries(0)
            .build();
    private JSONRPCHandler handler;

    @Override
    public void execute(RequestContext context, EventQueue queue) throws JSONRPCError {
        String question = context.getUserInput("\n");
        String answer = model.chat(question);
        if (question.startsWith("throw")) {
            throw new InternalError("no answer to " + question);
        }
        if (question.startsWith("message")) {
            queue.enqueueEvent(A2A.toAgentMessage(answer));
            return;
        }
        TaskUpdater task = new TaskUpdater(context, queue);
        if (context.getTask() == null) {
            task.submit();
        }
        task.startWork();
        if (question.startsWith("fail")) {
            task.fail(A2A.toAgentMessage("no: " + answer));
            return;
        }
        for (String word : answer.split(" ")) {
            task.addArtifact(List.of(new TextPart(word)), null, "word", Map.of());
        }
        task.complete();
    }

    @Override
    public void cancel(RequestContext context, EventQueue queue) throws JSONRPCError {
        new TaskUpdater(context, queue).cancel();
    }

    private void serve(HttpExchange exchange) throws IOException {
        System.out.println("traceparent " + exchange.getRequestHeaders().getOrDefault("traceparent", List.of("none")));
        JsonNode request = Utils.OBJECT_MAPPER.readTree(exchange.getRequestBody());
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), values.get(0)));
        ServerCallContext context = new ServerCallContext(
                UnauthenticatedUser.INSTANCE, new HashMap<>(Map.of("headers", headers)), Set.of());
        switch (request.get("method").asText()) {
            case "message/send" ->
                answer(
                        exchange,
                        handler.onMessageSend(
                                Utils.OBJECT_MAPPER.treeToValue(request, SendMessageRequest.class), context));
            case "message/stream" ->
                stream(
                        exchange,
                        handler.onMessageSendStream(
                                Utils.OBJECT_MAPPER.treeToValue(request, SendStreamingMessageRequest.class), context));
            default ->
                answer(
                        exchange,
                        handler.onGetTask(Utils.OBJECT_MAPPER.treeToValue(request, GetTaskRequest.class), context));
        }
    }

    private static void answer(HttpExchange exchange, Object response) throws IOException {
        byte[] body = Utils.OBJECT_MAPPER.writeValueAsBytes(response);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static void stream(HttpExchange exchange, Flow.Publisher<SendStreamingMessageResponse> events)
            throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        CountDownLatch done = new CountDownLatch(1);
        events.subscribe(new Flow.Subscriber<>() {
            private Flow.Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription value) {
                subscription = value;
                value.request(1);
            }

            @Override
            public void onNext(SendStreamingMessageResponse event) {
                try {
                    out.write(("data: " + Utils.OBJECT_MAPPER.writeValueAsString(event) + "\n\n")
                            .getBytes(StandardCharsets.UTF_8));
                    out.flush();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                subscription.request(1);
            }

            @Override
            public void onError(Throwable thrown) {
                done.countDown();
            }

            @Override
            public void onComplete() {
                done.countDown();
            }
        });
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    private static AgentCard card(int port) {
        return new AgentCard.Builder()
                .name("clerk")
                .description("answers questions")
                .url("http://localhost:" + port + "/")
                .version("1")
                .protocolVersion("0.3.0")
                .capabilities(new AgentCapabilities(true, false, false, List.of()))
                .defaultInputModes(List.of("text"))
                .defaultOutputModes(List.of("text"))
                .skills(List.of())
                .build();
    }

    /** Runs the program until it is told to stop. */
    public static void main(String[] args) throws IOException {
        // the transport is this program's own, which no library announces
        System.setProperty("io.a2a.transport.skipValidation", "true");
        ExecutorService agents = Executors.newFixedThreadPool(4);
        ExecutorService requests = Executors.newCachedThreadPool();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(requests);
        int port = server.getAddress().getPort();
        AgentCard card = card(port);
        InMemoryTaskStore tasks = new InMemoryTaskStore();
        Desk desk = new Desk();
        desk.handler = new JSONRPCHandler(
                card,
                DefaultRequestHandler.create(desk, tasks, new InMemoryQueueManager(tasks), null, null, agents),
                agents);
        server.createContext("/", desk::serve);
        server.createContext("/.well-known/agent-card.json", exchange -> answer(exchange, card));
        server.createContext("/refused", exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        server.createContext("/stop", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
            server.stop(0);
            agents.shutdown();
            requests.shutdown();
        });
        server.start();
        System.out.println("port " + port);
    }
}
