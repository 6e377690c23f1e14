// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.support;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A customer support agent with retrieval, tools that run at the same time, memory and streamed answers. */
public final class SupportAgent {
    private SupportAgent() {}

    /** Answers four questions of two customers. */
    public static void main(String[] args) {
        ExecutorService tools = Executors.newFixedThreadPool(4);
        SupportAssistant assistant = AiServices.builder(SupportAssistant.class)
                .streamingChatModel(OpenAiStreamingChatModel.builder()
                        .baseUrl(System.getProperty("support.baseUrl"))
                        .apiKey(System.getProperty("support.apiKey"))
                        .modelName(System.getProperty("support.model"))
                        .timeout(Duration.ofMinutes(2))
                        .build())
                .tools(new OrderTools())
                .executeToolsConcurrently(tools)
                .contentRetriever(KnowledgeBase.open())
                .chatMemoryProvider(customer -> MessageWindowChatMemory.builder()
                        .id(customer)
                        .maxMessages(30)
                        .build())
                .build();
        ask(assistant, "ada", "Where is my order 4711, and when does it arrive?");
        ask(assistant, "ada", "And if I do not like it, how long can I return it?");
        ask(assistant, "grace", "I returned order 4712. Please refund the money.");
        ask(assistant, "grace", "How long does a repair under warranty take?");
        tools.shutdown();
    }

    private static void ask(SupportAssistant assistant, String customer, String question) {
        System.out.println(customer + ": " + question);
        System.out.print("  agent: ");
        CompletableFuture<Void> answered = new CompletableFuture<>();
        assistant
                .answer(customer, question)
                .onPartialResponse(System.out::print)
                .onCompleteResponse(response -> answered.complete(null))
                .onError(answered::completeExceptionally)
                .start();
        answered.join();
        System.out.println();
    }
}
