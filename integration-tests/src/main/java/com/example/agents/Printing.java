// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents;

import dev.langchain4j.model.chat.response.ChatResponse;

/** Prints results the same way everywhere. */
public final class Printing {
    private Printing() {}

    /** Prints an answer with everything the program can see of it. */
    public static void response(ChatResponse response) {
        System.out.println("text=" + response.aiMessage().text()
                + " tools=" + response.aiMessage().toolExecutionRequests()
                + " finish=" + response.finishReason()
                + " usage=" + response.tokenUsage());
    }

    /** Prints an exception and its causes. */
    public static void failure(Throwable failure) {
        StringBuilder line = new StringBuilder("failed");
        for (Throwable t = failure; t != null; t = t.getCause()) {
            line.append(" <- ").append(t.getClass().getName()).append(": ").append(t.getMessage());
        }
        System.out.println(line.toString().replaceAll("localhost:\\d+", "localhost"));
    }
}
