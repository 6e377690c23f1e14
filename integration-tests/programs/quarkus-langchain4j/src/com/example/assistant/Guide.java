// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.assistant;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.ApplicationScoped;

/** A service with tools and a memory for each user. */
@RegisterAiService(tools = Weather.class)
@ApplicationScoped
public interface Guide {
    String chat(@MemoryId String user, @UserMessage String question);

    Multi<String> stream(@MemoryId String user, @UserMessage String question);
}
