// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.library;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;

/** Talks with two people whose messages are in a store on a server, and asks a tool that needs the server, too. */
public final class Diary {
    private final StoreServer server = new StoreServer();

    private Diary() {}

    /** The agent. */
    public interface Clerk {
        /** Answers a question. */
        String answer(@MemoryId String person, @UserMessage String question);
    }

    /** Runs the program. */
    public static void main(String[] args) {
        ServerMemory memory = new ServerMemory();
        Clerk clerk = AiServices.builder(Clerk.class)
                .chatModel(OpenAiChatModel.builder()
                        .baseUrl(System.getProperty("openai.baseUrl"))
                        .apiKey("no-key")
                        .modelName("gpt-4o-mini")
                        .maxRetries(0)
                        .build())
                .chatMemoryProvider(person -> MessageWindowChatMemory.builder()
                        .id(person)
                        .maxMessages(20)
                        .chatMemoryStore(memory)
                        .build())
                .tools(new Diary())
                .build();
        System.out.println(clerk.answer("ann", "Where is the atlas?"));
        System.out.println(clerk.answer("bob", "Good morning."));
        System.out.println(clerk.answer("ann", "Thank you."));
        for (ChatMessage message : memory.getMessages("ann")) {
            System.out.println("kept " + message);
        }
        memory.deleteMessages("ann");
        System.out.println("left " + memory.getMessages("ann"));
    }

    /** Returns where a book is. */
    @Tool("where a book is")
    public String place(String title) {
        server.ask("place");
        return title + " is on shelf 3";
    }
}
