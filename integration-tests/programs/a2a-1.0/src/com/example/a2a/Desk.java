// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.a2a;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.a2a.A2A;
import io.a2a.grpc.utils.JSONRPCUtils;
import io.a2a.grpc.utils.ProtoUtils;
import io.a2a.jsonrpc.common.json.JsonUtil;
import io.a2a.jsonrpc.common.wrappers.A2ARequest;
import io.a2a.jsonrpc.common.wrappers.GetTaskRequest;
import io.a2a.jsonrpc.common.wrappers.SendMessageRequest;
import io.a2a.jsonrpc.common.wrappers.SendMessageResponse;
import io.a2a.jsonrpc.common.wrappers.SendStreamingMessageRequest;
import io.a2a.jsonrpc.common.wrappers.SendStreamingMessageResponse;
import io.a2a.server.ServerCallContext;
import io.a2a.server.agentexecution.AgentExecutor;
import io.a2a.server.agentexecution.RequestContext;
import io.a2a.server.auth.UnauthenticatedUser;
import io.a2a.server.events.InMemoryQueueManager;
import io.a2a.server.events.MainEventBus;
import io.a2a.server.events.MainEventBusProcessor;
import io.a2a.server.requesthandlers.DefaultRequestHandler;
import io.a2a.server.tasks.AgentEmitter;
import io.a2a.server.tasks.InMemoryTaskStore;
import io.a2a.server.util.sse.SseFormatter;
import io.a2a.spec.A2AError;
import io.a2a.spec.AgentCapabilities;
import io.a2a.spec.AgentCard;
import io.a2a.spec.AgentInterface;
import io.a2a.spec.InternalError;
import io.a2a.spec.TextPart;
import io.a2a.transport.jsonrpc.handler.JSONRPCHandler;
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
    public void execute(RequestContext context, AgentEmitter task) throws A2AError {
        String question = context.getUserInput("\n");
        String answer = model.chat(question);
        if (question.startsWith("throw")) {
            throw new InternalError("no answer to " + question);
        }
        if (question.startsWith("message")) {
            task.sendMessage(answer);
            return;
        }
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
    public void cancel(RequestContext context, AgentEmitter task) throws A2AError {
        task.cancel();
    }

    private void serve(HttpExchange exchange) throws IOException {
        System.out.println("traceparent " + exchange.getRequestHeaders().getOrDefault("traceparent", List.of("none")));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), values.get(0)));
        ServerCallContext context = new ServerCallContext(
                UnauthenticatedUser.INSTANCE, new HashMap<>(Map.of("headers", headers)), Set.of());
        A2ARequest<?> request;
        try {
            request = JSONRPCUtils.parseRequestBody(body, "");
        } catch (Exception e) {
            throw new IOException(e);
        }
        if (request instanceof SendMessageRequest of) {
            SendMessageResponse response = handler.onMessageSend(of, context);
            answer(
                    exchange,
                    response.getError() != null
                            ? JSONRPCUtils.toJsonRPCErrorResponse(response.getId(), response.getError())
                            : JSONRPCUtils.toJsonRPCResultResponse(
                                    response.getId(), ProtoUtils.ToProto.taskOrMessage(response.getResult())));
        } else if (request instanceof SendStreamingMessageRequest of) {
            stream(exchange, handler.onMessageSendStream(of, context));
        } else {
            var response = handler.onGetTask((GetTaskRequest) request, context);
            answer(
                    exchange,
                    JSONRPCUtils.toJsonRPCResultResponse(
                            response.getId(), ProtoUtils.ToProto.task(response.getResult())));
        }
    }

    private static void answer(HttpExchange exchange, String response) throws IOException {
        byte[] body = response.getBytes(StandardCharsets.UTF_8);
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
                    out.write(SseFormatter.formatResponseAsSSE(event, 0).getBytes(StandardCharsets.UTF_8));
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
        return AgentCard.builder()
                .name("clerk")
                .description("answers questions")
                .supportedInterfaces(List.of(new AgentInterface("JSONRPC", "http://localhost:" + port + "/")))
                .version("1")
                .capabilities(AgentCapabilities.builder().streaming(true).build())
                .defaultInputModes(List.of("text"))
                .defaultOutputModes(List.of("text"))
                .skills(List.of())
                .build();
    }

    private static String json(AgentCard card) {
        try {
            return JsonUtil.toJson(card);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
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
        MainEventBus queued = new MainEventBus();
        InMemoryQueueManager queues = new InMemoryQueueManager(tasks, queued);
        MainEventBusProcessor events = new MainEventBusProcessor(queued, tasks, null, queues);
        Thread bus = new Thread(events, "events");
        bus.setDaemon(true);
        bus.start();
        desk.handler = new JSONRPCHandler(
                card, DefaultRequestHandler.create(desk, tasks, queues, null, events, agents, requests), agents);
        server.createContext("/", desk::serve);
        server.createContext("/.well-known/agent-card.json", exchange -> answer(exchange, json(card)));
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
