// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;

/** An AI service with one conversation a user. */
public interface Assistant {
    /** Answers in the conversation {@code user}. */
    String chat(@MemoryId String user, @UserMessage String message);
}
