// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.model;

import com.example.agents.Models;
import com.example.agents.Printing;
import dev.langchain4j.data.message.UserMessage;

/** Asks a model once; what happens then is up to the server: an answer, retries, a failure. */
public final class OneChat {
    private OneChat() {}

    /** Runs the program. */
    public static void main(String[] args) {
        try {
            Printing.response(Models.chat().chat(UserMessage.from("Hello")));
        } catch (RuntimeException e) {
            Printing.failure(e);
        }
    }
}
