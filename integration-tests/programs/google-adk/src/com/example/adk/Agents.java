// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.adk;

import com.google.adk.agents.BaseAgent;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.ParallelAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.SequentialAgent;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.adk.tools.FunctionTool;
import com.google.adk.tools.LoadMemoryTool;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import java.util.Map;
import java.util.logging.LogManager;

/**
 * An agent with a tool, a sequence, a parallel pair, a streamed answer, a tool that fails, one that searches memory, one that hands
 * over to another, and a run without a subscriber.
 */
public final class Agents {
    private Agents() {}

    /** Tells the weather. */
    public static Map<String, Object> weather(String city) {
        return Map.of("weather", "sunny in " + city);
    }

    /** Knows nothing of traffic. */
    public static Map<String, Object> traffic(String city) {
        throw new IllegalStateException("no traffic in " + city);
    }

    /** Runs the program. */
    public static void main(String[] args) {
        LogManager.getLogManager().reset();
        System.out.println("tool: " + run(agent("guide", "weather"), "Weather?", plain()));
        System.out.println("sequence: "
                + run(
                        SequentialAgent.builder()
                                .name("sequence")
                                .subAgents(agent("first"), agent("second"))
                                .build(),
                        "One by one",
                        plain()));
        System.out.println("parallel: "
                + run(
                                ParallelAgent.builder()
                                        .name("both")
                                        .subAgents(agent("left"), agent("right"))
                                        .build(),
                                "At once",
                                plain())
                        .length());
        System.out.println("streamed: " + run(agent("talker"), "Tell me", streaming()));
        try {
            run(agent("driver", "traffic"), "Traffic?", plain());
        } catch (RuntimeException e) {
            System.out.println("failed: " + e.getMessage());
        }
        System.out.println("remembered: " + run(librarian(), "What did I say of Oslo?", plain()));
        System.out.println("handed over: " + run(host(), "Oslo, please", plain()));
        events(agent("nobody"), "Never asked", plain());
        System.exit(0);
    }

    private static LlmAgent agent(String name, String... tools) {
        LlmAgent.Builder builder =
                LlmAgent.builder().name(name).model(new HttpLlm("gpt-" + name)).instruction("Be brief.");
        if (tools.length > 0) {
            builder.tools(FunctionTool.create(Agents.class, tools[0]));
        }
        return builder.build();
    }

    /** An agent that looks into what earlier sessions left. */
    private static LlmAgent librarian() {
        return LlmAgent.builder()
                .name("librarian")
                .model(new HttpLlm("gpt-librarian"))
                .instruction("Be brief.")
                .tools(new LoadMemoryTool())
                .build();
    }

    /** An agent that gives the question to another one. */
    private static LlmAgent host() {
        return LlmAgent.builder()
                .name("host")
                .model(new HttpLlm("gpt-host"))
                .instruction("Be brief.")
                .subAgents(agent("expert"))
                .build();
    }

    private static RunConfig plain() {
        return RunConfig.builder().build();
    }

    private static RunConfig streaming() {
        return RunConfig.builder().streamingMode(RunConfig.StreamingMode.SSE).build();
    }

    private static Flowable<Event> events(BaseAgent agent, String question, RunConfig config) {
        InMemoryRunner runner = new InMemoryRunner(agent, "trip");
        Session session = runner.sessionService().createSession("trip", "user").blockingGet();
        return runner.runAsync("user", session.id(), Content.fromParts(Part.fromText(question)), config);
    }

    private static String run(BaseAgent agent, String question, RunConfig config) {
        StringBuilder text = new StringBuilder();
        events(agent, question, config)
                .blockingForEach(event -> text.append(' ').append(event.stringifyContent()));
        return text.toString().strip();
    }
}
