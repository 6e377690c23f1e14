// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.flux;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import java.time.Duration;
import reactor.core.publisher.Flux;

/** Answers that are read in one round, after a tool, to the first part only, and that fail. */
public final class FluxChat {
    private FluxChat() {}

    /** A tool of the assistant. */
    public static final class Weather {
        /** Returns the weather in a city. */
        @Tool
        public String weather(@P("city") String city) {
            return "sunny in " + city;
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        StreamingChatModel model = OpenAiStreamingChatModel.builder()
                .baseUrl(System.getProperty("openai.baseUrl"))
                .apiKey("no-key")
                .modelName("gpt-4o-mini")
                .timeout(Duration.ofSeconds(20))
                .build();
        FluxAssistant assistant = AiServices.builder(FluxAssistant.class)
                .streamingChatModel(model)
                .tools(new Weather())
                .build();
        System.out.println(assistant.chat("Tell me a story.").collectList().block());
        System.out.println(
                assistant.chat("What is the weather in Oslo?").collectList().block());
        System.out.println(assistant.chat("Count.").take(1).collectList().block());
        System.out.println(assistant
                .chat("Fail.")
                .onErrorResume(failure -> Flux.just(failure.getClass().getSimpleName()))
                .collectList()
                .block());
    }
}
