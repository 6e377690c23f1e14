// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;

/** Conversations in a store of the application's own. */
final class MapMemoryRepository implements ChatMemoryRepository {
    private final Map<String, List<Message>> conversations = new ConcurrentHashMap<>();

    @Override
    public List<String> findConversationIds() {
        return List.copyOf(conversations.keySet());
    }

    @Override
    public List<Message> findByConversationId(String id) {
        return conversations.getOrDefault(id, List.of());
    }

    @Override
    public void saveAll(String id, List<Message> messages) {
        conversations.put(id, List.copyOf(messages));
    }

    @Override
    public void deleteByConversationId(String id) {
        conversations.remove(id);
    }
}
