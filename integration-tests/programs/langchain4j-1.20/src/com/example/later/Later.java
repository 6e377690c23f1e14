// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.later;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatModelStreamingEvent;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;

/** Asks a user's own models, each in a way that 1.20 added. */
public final class Later {
    private static final ChatRequest HELLO =
            ChatRequest.builder().messages(UserMessage.from("Hello")).build();

    /** Hands every request to another model, without the framework's own way around it. */
    private record Passing(StreamingChatModel model) implements StreamingChatModel {
        @Override
        public Flow.Publisher<ChatModelStreamingEvent> chat(ChatRequest request) {
            return model.chat(request);
        }
    }

    private Later() {}

    /** Runs the program. */
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            FutureModel future = new FutureModel(pool);
            System.out.println(future.chat(HELLO).aiMessage().text());
            System.out.println(future.chatAsync(HELLO).join().aiMessage().text());
            try {
                future.failing().chatAsync(HELLO).join();
            } catch (CompletionException e) {
                System.out.println(e.getCause().getMessage());
            }
            WordsModel words = new WordsModel(pool);
            words.chat(HELLO); // never subscribed: nothing happens
            Flow.Publisher<ChatModelStreamingEvent> answer = words.chat(HELLO);
            System.out.println(new Collector().subscribedTo(answer, Integer.MAX_VALUE));
            System.out.println(new Collector().subscribedTo(answer, Integer.MAX_VALUE));
            System.out.println(new Collector().subscribedTo(words.chat(HELLO), 2));
            System.out.println(new Collector().subscribedTo(words.chat("Hello"), Integer.MAX_VALUE));
            System.out.println(new Collector().subscribedTo(words.failing().chat(HELLO), Integer.MAX_VALUE));
            System.out.println(new Collector().subscribedTo(new Passing(words).chat(HELLO), Integer.MAX_VALUE));
            System.out.println(new Collector().subscribedTo(new Passing(new Passing(words)).chat(HELLO), 1));
        } finally {
            pool.shutdown();
        }
    }
}
