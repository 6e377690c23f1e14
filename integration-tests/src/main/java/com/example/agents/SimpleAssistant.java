// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents;

/** An AI service without memory. */
public interface SimpleAssistant {
    /** Answers. */
    String chat(String message);
}
