// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Models;
import com.example.agents.tool.CityTools;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.util.concurrent.CompletableFuture;

/** Creates a stream on the main thread and starts it on an unrelated thread. */
public final class StreamOnOtherThread {
    private StreamOnOtherThread() {}

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        StreamingAssistant assistant = AiServices.builder(StreamingAssistant.class)
                .streamingChatModel(Models.streaming())
                .tools(new CityTools())
                .build();
        TokenStream stream = assistant.chat("What is the weather in Oslo?");
        CompletableFuture<ChatResponse> done = Streams.prepare(stream);
        Thread starter = new Thread(stream::start, "starter");
        starter.start();
        starter.join();
        Streams.await(done);
    }
}
