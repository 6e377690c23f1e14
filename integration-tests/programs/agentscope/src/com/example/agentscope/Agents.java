// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agentscope;

import io.agentscope.core.ReActAgent;
import io.agentscope.core.agent.StreamOptions;
import io.agentscope.core.formatter.openai.OpenAIChatFormatter;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.MsgRole;
import io.agentscope.core.message.TextBlock;
import io.agentscope.core.model.ChatModelBase;
import io.agentscope.core.model.ExecutionConfig;
import io.agentscope.core.model.OpenAIChatModel;
import io.agentscope.core.pipeline.FanoutPipeline;
import io.agentscope.core.pipeline.SequentialPipeline;
import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.ToolParam;
import io.agentscope.core.tool.Toolkit;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Agents with tools: called, streamed, left early, at once, in pipelines, retried and failing; and a model without an agent. */
public final class Agents {
    private Agents() {}

    /** Runs the program. */
    public static void main(String[] args) {
        Agents agents = new Agents();
        System.out.println("called "
                + text(agents.agent("weather", false).call(ask("Weather?")).block()));
        System.out.println("streamed "
                + text(agents.agent("streamer", true).call(ask("Weather?")).block()));
        System.out.println("events "
                + (agents.agent("eventful", true).stream(List.of(ask("Weather?")), StreamOptions.defaults())
                                .collectList()
                                .block()
                                .size()
                        > 0));
        System.out.println("at once "
                + Flux.merge(
                                agents.agent("left", false).call(ask("Weather?")),
                                agents.agent("right", false).call(ask("Weather?")))
                        .map(Agents::text)
                        .collectList()
                        .block());
        System.out.println("both tools "
                + text(agents.agent("both", false).call(ask("Both?")).block()));
        System.out.println("broken tool "
                + text(agents.agent("careless", false).call(ask("Broken?")).block()));
        System.out.println("retried "
                + text(agents.agent("patient", false).call(ask("Busy?")).block()));
        System.out.println("refused "
                + agents.agent("refused", false)
                        .call(ask("Refuse"))
                        .map(Agents::text)
                        .onErrorResume(e -> Mono.just("an error"))
                        .block());
        System.out.println("in sequence "
                + text(new SequentialPipeline(List.of(agents.agent("first", false), agents.agent("second", false)))
                        .execute(ask("Weather?"))
                        .block()));
        System.out.println("in parallel "
                + new FanoutPipeline(List.of(agents.agent("third", false), agents.agent("fourth", false)))
                        .execute(ask("Weather?"))
                        .block()
                        .size());
        System.out.println("alone "
                + agents.model(false).stream(List.of(ask("Alone")), List.of(), null)
                        .collectList()
                        .block()
                        .size());
        System.out.println("left early "
                + agents.model(true).stream(List.of(ask("cut short")), List.of(), null)
                        .blockFirst()
                        .getContent()
                        .size());
        System.exit(0);
    }

    private ReActAgent agent(String name, boolean streamed) {
        Toolkit tools = new Toolkit();
        tools.registerTool(this);
        return ReActAgent.builder()
                .name(name)
                .sysPrompt("Be brief.")
                .model(model(streamed))
                .toolkit(tools)
                .modelExecutionConfig(ExecutionConfig.builder()
                        .maxAttempts(2)
                        .initialBackoff(Duration.ofMillis(10))
                        .build())
                .build();
    }

    private ChatModelBase model(boolean streamed) {
        return OpenAIChatModel.builder()
                .apiKey("no-key")
                .baseUrl(System.getProperty("openai.baseUrl"))
                .modelName("gpt-4o-mini")
                .stream(streamed)
                .formatter(new OpenAIChatFormatter())
                .build();
    }

    private static Msg ask(String question) {
        return Msg.builder()
                .role(MsgRole.USER)
                .content(TextBlock.builder().text(question).build())
                .build();
    }

    private static String text(Msg answer) {
        return answer.getTextContent();
    }

    /** What the model may call. */
    @Tool(name = "weather", description = "the weather in a city")
    public String weather(@ToolParam(name = "city", description = "the city") String city) {
        return "sunny in " + city;
    }

    /** What the model may call in vain. */
    @Tool(name = "broken", description = "a tool that fails")
    public String broken(@ToolParam(name = "city", description = "the city") String city) {
        throw new IllegalStateException("no weather today");
    }
}
