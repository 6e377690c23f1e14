// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helpdesk;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;

/** The agent: one conversation a customer. */
public interface Assistant {
    /** Answers a customer, streamed. */
    TokenStream stream(@MemoryId String customer, @UserMessage String question);

    /** Answers a customer as a whole. */
    String answer(@MemoryId String customer, @UserMessage String question);
}
