// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.relay;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * An agent with a tool that asks another service. Asks it four times, asynchronously once, and in the end with a traceparent of the
 * application's own; then sends a request that belongs to no agent, and one that ends the service. Its argument is the service's port.
 */
public final class Caller {
    /** What the application says for itself. */
    public static final String OWN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI service;
    private int asked;

    private Caller(String port) {
        this.service = URI.create("http://localhost:" + port + "/");
    }

    /** Asks the service. */
    @Tool("asks the desk")
    public String desk(@P("question") String question) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(service).POST(BodyPublishers.ofString(question));
        return switch (asked++) {
            case 0 -> client.send(request.build(), BodyHandlers.ofString()).body();
            case 1 ->
                client.sendAsync(request.build(), BodyHandlers.ofString())
                        .join()
                        .body();
            case 2 ->
                client.send(request.version(Version.HTTP_1_1).build(), BodyHandlers.ofString())
                        .body();
            default ->
                client.send(request.header("TraceParent", OWN).build(), BodyHandlers.ofString())
                        .body();
        };
    }

    /** Runs the program. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Caller caller = new Caller(args[0]);
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .tools(caller)
                .build();
        for (int i = 0; i < 4; i++) {
            System.out.println(assistant.chat("question " + i));
        }
        HttpRequest stop =
                HttpRequest.newBuilder(caller.service.resolve("/stop")).build();
        caller.client.send(stop, BodyHandlers.discarding());
    }
}
