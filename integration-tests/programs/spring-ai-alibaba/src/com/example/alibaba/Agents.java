// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.alibaba;

import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.agent.Agent;
import com.alibaba.cloud.ai.graph.agent.ReactAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.ParallelAgent;
import com.alibaba.cloud.ai.graph.agent.flow.agent.SequentialAgent;
import java.util.List;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** An agent with a tool that is called twice, two agents in sequence, and two concurrent ones: four runs. */
public final class Agents {
    private final ChatModel model = OpenAiChatModel.builder()
            .openAiApi(OpenAiApi.builder()
                    .apiKey("no-key")
                    .baseUrl(System.getProperty("openai.baseUrl").replaceFirst("/v1$", ""))
                    .build())
            .defaultOptions(OpenAiChatOptions.builder().model("gpt-4o-mini").build())
            .build();

    private Agents() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        new Agents().run();
        System.exit(0);
    }

    private void run() throws Exception {
        ReactAgent weather = ReactAgent.builder()
                .name("weather")
                .model(model)
                .tools(FunctionToolCallback.builder("weather", (City city) -> "sunny in " + city.name())
                        .description("the weather in a city")
                        .inputType(City.class)
                        .build())
                .build();
        for (int i = 0; i < 2; i++) {
            System.out.println(weather.call("Weather?").getText());
        }
        print(SequentialAgent.builder()
                .name("trip")
                .subAgents(List.of(plain("planner", "plan"), plain("booker", "booking")))
                .build());
        print(ParallelAgent.builder()
                .name("search")
                .subAgents(List.of(plain("hotels", "hotel"), plain("flights", "flight")))
                .mergeOutputKey("found")
                .build());
    }

    private Agent plain(String name, String output) throws Exception {
        return ReactAgent.builder().name(name).model(model).outputKey(output).build();
    }

    private static void print(Agent agent) throws Exception {
        OverAllState state = agent.invoke("Oslo").orElseThrow();
        System.out.println(
                agent.name() + " " + state.data().keySet().stream().sorted().toList());
    }

    /** The tool's input. */
    public record City(String name) {}
}
