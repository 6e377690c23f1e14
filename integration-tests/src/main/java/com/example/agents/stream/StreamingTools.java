// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Models;
import com.example.agents.tool.CityTools;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.util.concurrent.CompletableFuture;

/** A streaming AI service that runs tools between its rounds. */
public final class StreamingTools {
    private StreamingTools() {}

    /** Runs the program. */
    public static void main(String[] args) {
        StreamingAssistant assistant = AiServices.builder(StreamingAssistant.class)
                .streamingChatModel(Models.streaming())
                .tools(new CityTools())
                .build();
        TokenStream stream = assistant.chat("What is the weather in Oslo?");
        CompletableFuture<ChatResponse> done = Streams.prepare(stream);
        stream.start();
        Streams.await(done);
    }
}
