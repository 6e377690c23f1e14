// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.alibaba;

import com.alibaba.cloud.ai.graph.NodeOutput;
import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.agent.Agent;
import com.alibaba.cloud.ai.graph.agent.AgentTool;
import com.alibaba.cloud.ai.graph.agent.ReactAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.LoopAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.ParallelAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.SequentialAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.loop.LoopMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** Agents with tools, in sequence, in parallel, in a loop and as a tool; called, streamed, in another thread; and failing ones. */
public final class Agents {
    private final ChatModel model;

    private Agents(ChatModel model) {
        this.model = model;
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        ChatModel model = Models.openAi();
        new Agents(model).run();
        Graphs.run(model);
        System.exit(0);
    }

    private void run() throws Exception {
        ReactAgent weather = agent("weather", tool("weather"));
        System.out.println(weather.call("Weather?").getText());
        print(SequentialAgent.builder()
                .name("trip")
                .subAgents(List.of(plain("planner", "plan"), plain("booker", "booking")))
                .build());
        Agent search = ParallelAgent.builder()
                .name("search")
                .subAgents(List.of(plain("hotels", "hotel"), plain("flights", "flight")))
                .mergeOutputKey("found")
                .build();
        print(search);
        print(SequentialAgent.builder()
                .name("nested")
                .subAgents(List.of(plain("first", "one"), search))
                .build());
        print(LoopAgent.builder()
                .name("twice")
                .subAgent(plain("again", "round"))
                .loopStrategy(LoopMode.count(2))
                .build());

        NodeOutput last = null;
        for (NodeOutput output : weather.stream("Weather?").toIterable()) {
            last = output;
        }
        System.out.println("streamed until " + last.node());
        weather.stream("Weather?").blockFirst();
        System.out.println("left after the first");

        System.out.println("boss "
                + agent("boss", AgentTool.getFunctionToolCallback(agent("clerk")))
                        .call("Ask the clerk")
                        .getText());
        System.out.println(
                "later " + CompletableFuture.supplyAsync(() -> text(weather)).get());

        List<CompletableFuture<String>> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(CompletableFuture.supplyAsync(() -> text(weather)));
        }
        for (CompletableFuture<String> one : both) {
            System.out.println("at once " + one.get());
        }

        System.out.println("broken tool "
                + agent("careless", tool("broken")).call("Broken?").getText());
        System.out.println(
                "refused " + agent("refused").call("Refuse").getText().startsWith("Exception"));
    }

    private static String text(ReactAgent agent) {
        try {
            return agent.call("Weather?").getText();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private ReactAgent agent(String name, ToolCallback... tools) {
        try {
            return ReactAgent.builder().name(name).model(model).tools(tools).build();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private ReactAgent plain(String name, String output) throws Exception {
        return ReactAgent.builder().name(name).model(model).outputKey(output).build();
    }

    private static ToolCallback tool(String name) {
        return FunctionToolCallback.builder(name, (City city) -> weather(name, city))
                .description("the weather in a city")
                .inputType(City.class)
                .build();
    }

    private static String weather(String tool, City city) {
        if (tool.equals("broken")) {
            throw new IllegalStateException("no weather today");
        }
        return "sunny in " + city.name();
    }

    private static void print(Agent agent) throws Exception {
        OverAllState state = agent.invoke("Oslo").orElseThrow();
        System.out.println(agent.name() + " "
                + state.data().keySet().stream()
                        .filter(key -> !key.startsWith("_"))
                        .sorted()
                        .toList());
    }

    /** The tool's input. */
    public record City(String name) {}
}
