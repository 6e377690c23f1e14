// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.a2a;

import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.a2a.A2A;
import io.a2a.client.Client;
import io.a2a.client.ClientEvent;
import io.a2a.client.MessageEvent;
import io.a2a.client.TaskEvent;
import io.a2a.client.TaskUpdateEvent;
import io.a2a.client.config.ClientConfig;
import io.a2a.client.transport.jsonrpc.JSONRPCTransport;
import io.a2a.client.transport.jsonrpc.JSONRPCTransportConfig;
import io.a2a.spec.A2AClientException;
import io.a2a.spec.AgentCard;
import io.a2a.spec.Part;
import io.a2a.spec.Task;
import io.a2a.spec.TaskQueryParams;
import io.a2a.spec.TaskStatusUpdateEvent;
import io.a2a.spec.TextPart;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Asks the agent of {@link Desk} in every way: whole, in events, several at once, and through an agent of LangChain4j. */
public final class Caller {
    private final URI desk;
    private final AgentCard card;
    private final ChatModel model = OpenAiChatModel.builder()
            .baseUrl(System.getProperty("openai.baseUrl"))
            .apiKey("none")
            .modelName("gpt-4o-mini")
            .maxRetries(0)
            .build();

    private Caller(String port) throws Exception {
        this.desk = URI.create("http://localhost:" + port + "/");
        this.card = A2A.getAgentCard(desk.toString());
    }

    private Client client(AgentCard of, boolean streaming) throws A2AClientException {
        return Client.builder(of)
                .clientConfig(new ClientConfig.Builder().setStreaming(streaming).build())
                .withTransport(JSONRPCTransport.class, new JSONRPCTransportConfig())
                .build();
    }

    private static String text(List<Part<?>> parts) {
        return parts.stream().map(part -> ((TextPart) part).getText()).collect(Collectors.joining(" "));
    }

    private static String text(Task task) {
        return task.getStatus().state() + " "
                + (task.getArtifacts() == null ? List.of() : task.getArtifacts())
                        .stream()
                                .map(artifact -> text(((io.a2a.spec.Artifact) artifact).parts()))
                                .toList();
    }

    private Task whole(String question) {
        List<Task> tasks = new ArrayList<>();
        try {
            client(card, false)
                    .sendMessage(
                            A2A.toUserMessage(question),
                            List.of((event, from) -> {
                                if (event instanceof TaskEvent of) {
                                    tasks.add(of.getTask());
                                    System.out.println("whole: " + text(of.getTask()));
                                } else if (event instanceof MessageEvent of) {
                                    System.out.println(
                                            "whole: " + text(of.getMessage().getParts()));
                                }
                            }),
                            thrown -> {});
        } catch (A2AClientException e) {
            System.out.println("whole: " + e.getMessage());
        }
        return tasks.isEmpty() ? null : tasks.get(0);
    }

    /** The answer in events; where the last one has come, the caller thinks about it in the client's own thread. */
    private void streamed(AgentCard of, String question) throws A2AClientException {
        CompletableFuture<String> done = new CompletableFuture<>();
        List<String> events = new ArrayList<>();
        client(of, true)
                .sendMessage(
                        A2A.toUserMessage(question), List.of((event, from) -> heard(event, events, done)), thrown -> {
                            if (thrown != null) {
                                done.complete("failed " + thrown.getClass().getSimpleName());
                            } else {
                                done.complete("ended");
                            }
                        });
        System.out.println("streamed: " + done.join() + " " + events);
    }

    private void heard(ClientEvent event, List<String> events, CompletableFuture<String> done) {
        if (event instanceof TaskUpdateEvent of) {
            events.add(
                    of.getUpdateEvent() instanceof TaskStatusUpdateEvent status
                            ? status.getStatus().state().toString()
                            : "artifact");
            if (of.getUpdateEvent() instanceof TaskStatusUpdateEvent status && status.isFinal()) {
                done.complete(model.chat("what is it"));
            }
        } else if (event instanceof MessageEvent of) {
            events.add(text(of.getMessage().getParts()));
            done.complete("message");
        } else {
            events.add("task");
        }
    }

    /** Several questions at once. */
    private int panel() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Task>> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            answers.add(pool.submit(() -> {
                List<Task> tasks = new ArrayList<>();
                client(card, false)
                        .sendMessage(
                                A2A.toUserMessage("panel"),
                                List.of((event, from) -> tasks.add(((TaskEvent) event).getTask())),
                                thrown -> {});
                return tasks.get(0);
            }));
        }
        int words = 0;
        for (Future<Task> answer : answers) {
            words += client(card, false)
                    .getTask(new TaskQueryParams(answer.get().getId()))
                    .getArtifacts()
                    .size();
        }
        pool.shutdown();
        return words;
    }

    private Object framework() {
        UntypedAgent clerk = AgenticServices.a2aBuilder(desk.toString())
                .inputKeys("question")
                .outputKey("answer")
                .build();
        UntypedAgent office = AgenticServices.sequenceBuilder()
                .name("office")
                .subAgents(clerk)
                .outputKey("answer")
                .build();
        return office.invoke(Map.of("question", "framework"));
    }

    /** Runs the program. Its argument is the port of the agent. */
    public static void main(String[] args) throws Exception {
        Caller caller = new Caller(args[0]);
        caller.whole("task");
        caller.whole("message");
        caller.whole("fail");
        caller.whole("throw");
        caller.streamed(caller.card, "task");
        caller.streamed(caller.card, "message");
        caller.streamed(caller.card, "fail");
        caller.streamed(caller.card, "throw");
        caller.streamed(
                new AgentCard.Builder(caller.card).url(caller.desk + "refused").build(), "refused");
        System.out.println("panel: " + caller.panel());
        System.out.println("framework: " + caller.framework());
        HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(caller.desk.resolve("/stop")).build(), BodyHandlers.discarding());
    }
}
