// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.library;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Messages of people, kept by a server that is asked each time. */
public final class ServerMemory implements ChatMemoryStore {
    private final StoreServer server = new StoreServer();
    private final Map<Object, List<ChatMessage>> messages = new HashMap<>();

    @Override
    public List<ChatMessage> getMessages(Object person) {
        server.ask("read");
        return messages.getOrDefault(person, List.of());
    }

    @Override
    public void updateMessages(Object person, List<ChatMessage> now) {
        server.ask("update");
        messages.put(person, List.copyOf(now));
    }

    @Override
    public void deleteMessages(Object person) {
        server.ask("delete");
        messages.remove(person);
    }
}
