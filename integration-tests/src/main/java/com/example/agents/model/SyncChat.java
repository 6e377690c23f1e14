// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.model;

import com.example.agents.Models;
import com.example.agents.Printing;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;

/** Asks a model once, by each of the ways to ask; failures are printed. */
public final class SyncChat {
    private SyncChat() {}

    /** Runs the program. */
    public static void main(String[] args) {
        try {
            System.out.println("chat(String): " + Models.chat().chat("Hello"));
            Printing.response(Models.chat().chat(UserMessage.from("Hello again")));
            Printing.response(Models.chat()
                    .chat(ChatRequest.builder()
                            .messages(UserMessage.from("One more time"))
                            .maxOutputTokens(50)
                            .build()));
        } catch (RuntimeException e) {
            Printing.failure(e);
        }
    }
}
