// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.support;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;

/** The agent: one conversation a customer, streamed answers. */
public interface SupportAssistant {
    /** Answers a customer. */
    @SystemMessage("You are the support agent of a shop for kitchen machines. Be brief and friendly. "
            + "Look orders up with your tools, ask for both the order's state and its delivery at once, "
            + "and rely on the shop's rules you are given.")
    TokenStream answer(@MemoryId String customer, @UserMessage String question);
}
