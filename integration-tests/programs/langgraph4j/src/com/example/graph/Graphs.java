// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.graph;

import static org.bsc.langgraph4j.StateGraph.END;
import static org.bsc.langgraph4j.StateGraph.START;
import static org.bsc.langgraph4j.action.AsyncEdgeAction.edge_async;
import static org.bsc.langgraph4j.action.AsyncNodeAction.node_async;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.bsc.async.AsyncGenerator;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.CompiledGraph;
import org.bsc.langgraph4j.GraphInput;
import org.bsc.langgraph4j.NodeOutput;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.action.AsyncNodeAction;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import org.bsc.langgraph4j.state.AgentState;

/**
 * A graph with parallel branches, a conditional edge and a subgraph: invoked, streamed, cancelled; one that fails, and one
 * that goes on from a checkpoint.
 */
public final class Graphs {
    private final ChatModel model = OpenAiChatModel.builder()
            .baseUrl(System.getProperty("openai.baseUrl"))
            .apiKey("no-key")
            .modelName("gpt-4o-mini")
            .build();

    private Graphs() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        new Graphs().run();
        System.exit(0);
    }

    private AsyncNodeAction<AgentState> ask(String key, String question) {
        return node_async(state -> Map.of(key, model.chat(question)));
    }

    private CompiledGraph<AgentState> trip() throws Exception {
        CompiledGraph<AgentState> booking = new StateGraph<>(AgentState::new)
                .addNode("book", ask("booking", "Book it"))
                .addEdge(START, "book")
                .addEdge("book", END)
                .compile();
        return new StateGraph<>(AgentState::new)
                .addNode("plan", ask("plan", "Plan a trip"))
                .addNode("weather", ask("weather", "How is the weather?"))
                .addNode("hotels", ask("hotels", "Which hotels?"))
                .addNode("decide", ask("decision", "Decide"))
                .addNode("booking", booking)
                .addEdge(START, "plan")
                .addEdge("plan", "weather")
                .addEdge("plan", "hotels")
                .addEdge("weather", "decide")
                .addEdge("hotels", "decide")
                .addConditionalEdges(
                        "decide",
                        edge_async(state -> model.chat("Go?").contains("yes") ? "go" : "stay"),
                        Map.of("go", "booking", "stay", END))
                .addEdge("booking", END)
                .compile();
    }

    private void run() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        RunnableConfig config = RunnableConfig.builder()
                .threadId("trip-1")
                .addParallelNodeExecutor("plan", threads)
                .build();
        CompiledGraph<AgentState> trip = trip();
        AgentState result = trip.invoke(GraphInput.args(Map.of()), config).orElseThrow();
        System.out.println("invoked: " + result.value("decision").orElse("") + ", "
                + result.value("booking").orElse(""));

        StringBuilder seen = new StringBuilder();
        for (NodeOutput<AgentState> output : trip.stream(GraphInput.args(Map.of()), RunnableConfig.empty())) {
            seen.append(' ').append(output.node());
        }
        System.out.println("streamed:" + seen);

        AsyncGenerator.Cancellable<NodeOutput<AgentState>> unread =
                trip.stream(GraphInput.args(Map.of()), RunnableConfig.empty());
        unread.next();
        System.out.println("cancelled: " + unread.cancel(true));

        CompiledGraph<AgentState> broken = new StateGraph<>(AgentState::new)
                .addNode("break", node_async(state -> {
                    throw new IllegalStateException("broken");
                }))
                .addEdge(START, "break")
                .addEdge("break", END)
                .compile();
        try {
            broken.invoke(GraphInput.args(Map.of()), RunnableConfig.empty());
        } catch (RuntimeException e) {
            System.out.println("failed: " + root(e).getMessage());
        }
        remembered();
        threads.shutdown();
    }

    /** A graph that waits for a human before its second node, and goes on from what it saved. */
    private void remembered() throws Exception {
        CompiledGraph<AgentState> graph = new StateGraph<>(AgentState::new)
                .addNode("draft", ask("draft", "Plan a trip"))
                .addNode("book", ask("booking", "Book it"))
                .addEdge(START, "draft")
                .addEdge("draft", "book")
                .addEdge("book", END)
                .compile(CompileConfig.builder()
                        .checkpointSaver(new MemorySaver())
                        .interruptBefore("book")
                        .build());
        RunnableConfig config = RunnableConfig.builder().threadId("trip-2").build();
        System.out.println("drafted: "
                + graph.invoke(GraphInput.args(Map.of()), config)
                        .orElseThrow()
                        .value("draft")
                        .orElse(""));
        System.out.println("booked: "
                + graph.invoke(GraphInput.resume(), config)
                        .orElseThrow()
                        .value("booking")
                        .orElse(""));
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
