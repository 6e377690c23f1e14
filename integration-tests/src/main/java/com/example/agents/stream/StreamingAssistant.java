// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import dev.langchain4j.service.TokenStream;

/** An AI service that streams. */
public interface StreamingAssistant {
    /** Returns the answer as a stream that is not started yet. */
    TokenStream chat(String message);
}
