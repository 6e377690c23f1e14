// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.retrieval;

import com.example.agents.Assistant;
import com.example.agents.Models;
import com.example.agents.tool.CityTools;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;

/** An AI service with tools and memory, two turns of one conversation. */
public final class ToolsAndMemory {
    private ToolsAndMemory() {}

    /** Runs the program. */
    public static void main(String[] args) {
        MapMemoryStore store = new MapMemoryStore();
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(Models.chat())
                .tools(new CityTools())
                .chatMemoryProvider(id -> MessageWindowChatMemory.builder()
                        .id(id)
                        .maxMessages(20)
                        .chatMemoryStore(store)
                        .build())
                .build();
        System.out.println(assistant.chat("alice", "What is the weather in Oslo?"));
        System.out.println(assistant.chat("alice", "And what time is it?"));
        store.getMessages("alice").forEach(message -> System.out.println(message.type()));
    }
}
