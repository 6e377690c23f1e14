// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.alibaba;

import static com.alibaba.cloud.ai.graph.StateGraph.END;
import static com.alibaba.cloud.ai.graph.StateGraph.START;
import static com.alibaba.cloud.ai.graph.action.AsyncEdgeAction.edge_async;
import static com.alibaba.cloud.ai.graph.action.AsyncNodeAction.node_async;

import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.NodeOutput;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.action.AsyncNodeAction;
import com.alibaba.cloud.ai.graph.agent.ReactAgent;
import java.util.HashMap;
import java.util.Map;
import org.springframework.ai.chat.model.ChatModel;

/** A graph with branches, a condition and an agent as a node: invoked and streamed; and one that fails. */
final class Graphs {
    private final ChatModel model;

    private Graphs(ChatModel model) {
        this.model = model;
    }

    static void run(ChatModel model) throws Exception {
        new Graphs(model).run();
    }

    private void run() throws Exception {
        CompiledGraph trip = trip();
        RunnableConfig config = RunnableConfig.builder().threadId("trip-1").build();
        System.out.println("graph "
                + trip.invoke(Map.of(), config).orElseThrow().value("decision").orElse(""));

        NodeOutput last = null;
        for (NodeOutput output :
                trip.stream(Map.of(), RunnableConfig.builder().build()).toIterable()) {
            last = output;
        }
        System.out.println("graph streamed until " + last.node());

        CompiledGraph broken = graph("broken")
                .addNode("break", node_async(state -> {
                    throw new IllegalStateException("broken");
                }))
                .addEdge(START, "break")
                .addEdge("break", END)
                .compile();
        try {
            broken.invoke(Map.of());
        } catch (RuntimeException e) {
            System.out.println("graph failed");
        }
    }

    private CompiledGraph trip() throws Exception {
        ReactAgent booker = ReactAgent.builder()
                .name("booker")
                .model(model)
                .outputKey("booking")
                .build();
        return graph("trip")
                .addNode("plan", ask("plan", "Plan a trip"))
                .addNode("weather", ask("weather", "How is it?"))
                .addNode("hotels", ask("hotels", "Which hotels?"))
                .addNode("decide", ask("decision", "Decide"))
                .addNode("booker", booker.asNode(true, false))
                .addEdge(START, "plan")
                .addEdge("plan", "weather")
                .addEdge("plan", "hotels")
                .addEdge("weather", "decide")
                .addEdge("hotels", "decide")
                .addConditionalEdges("decide", edge_async(state -> "go"), Map.of("go", "booker", "stay", END))
                .addEdge("booker", END)
                .compile();
    }

    private StateGraph graph(String name) {
        return new StateGraph(name, HashMap::new);
    }

    private AsyncNodeAction ask(String key, String question) {
        return node_async(state -> Map.of(key, model.call(question)));
    }
}
