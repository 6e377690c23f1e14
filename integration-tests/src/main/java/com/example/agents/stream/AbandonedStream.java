// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Models;
import dev.langchain4j.service.AiServices;

/** A stream that is asked for and never started, and a normal call after it. */
public final class AbandonedStream {
    private AbandonedStream() {}

    /** Runs the program. */
    public static void main(String[] args) {
        StreamingAssistant assistant = AiServices.builder(StreamingAssistant.class)
                .streamingChatModel(Models.streaming())
                .build();
        System.out.println("asked: " + (assistant.chat("Never mind") != null));
        System.out.println(Models.chat().chat("Hello"));
    }
}
