// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.refunds;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.stereotype.Service;

/** Answers customers about their orders. */
@Service
public class RefundAssistant {
    private final ChatClient client;

    public RefundAssistant(ChatClient.Builder builder) {
        client = builder.defaultSystem("You answer customers of a shop. Look orders up before you promise anything.")
                .defaultTools(new Orders())
                .build();
    }

    public String answer(String question) {
        return client.prompt().user(question).call().content();
    }
}
