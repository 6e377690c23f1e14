// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.adk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.models.Gemini;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.adk.tools.FunctionTool;
import com.google.genai.Client;
import com.google.genai.types.Content;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.Part;
import java.util.logging.LogManager;

/** An agent that asks Gemini by Google's own SDK: a question that takes a tool, answered as a whole and in parts. */
public final class GeminiAgent {
    private GeminiAgent() {}

    /** Runs the program. */
    public static void main(String[] args) {
        LogManager.getLogManager().reset();
        System.out.println("whole: " + run(RunConfig.builder().build()));
        System.out.println("in parts: "
                + run(RunConfig.builder()
                        .streamingMode(RunConfig.StreamingMode.SSE)
                        .build()));
        System.exit(0);
    }

    private static String run(RunConfig config) {
        Client client = Client.builder()
                .apiKey("no-key")
                .httpOptions(HttpOptions.builder()
                        .baseUrl(System.getProperty("openai.baseUrl").replace("/v1", ""))
                        .build())
                .build();
        LlmAgent agent = LlmAgent.builder()
                .name("guide")
                .model(Gemini.builder()
                        .modelName("gemini-lake")
                        .apiClient(client)
                        .build())
                .instruction("Be brief.")
                .tools(FunctionTool.create(Agents.class, "weather"))
                .build();
        InMemoryRunner runner = new InMemoryRunner(agent, "trip");
        Session session = runner.sessionService().createSession("trip", "user").blockingGet();
        StringBuilder text = new StringBuilder();
        runner.runAsync("user", session.id(), Content.fromParts(Part.fromText("Weather in Oslo?")), config)
                .blockingForEach(event -> text.append(' ').append(event.stringifyContent()));
        return text.toString().strip();
    }
}
