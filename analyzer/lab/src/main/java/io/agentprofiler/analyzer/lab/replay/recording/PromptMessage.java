// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import java.util.List;

/**
 * A message of a prompt, as it was recorded or as it is asked now.
 *
 * @param role {@code system}, {@code user}, {@code assistant}, {@code tool}, or empty where it is not known
 * @param text what it says, without the white space around; {@code null} where only its length is known
 * @param calls the tool calls of an answer; empty where there are none, or they were not recorded
 * @param bytes length of the message as the trace format counts it, or unknown
 * @param bare whether {@code bytes} is of the text alone, as that of system instructions beside the messages
 */
public record PromptMessage(String role, String text, List<ToolCall> calls, long bytes, boolean bare) {
    public static final String SYSTEM = "system";
    public static final String USER = "user";
    public static final String ASSISTANT = "assistant";
    public static final String TOOL = "tool";

    public PromptMessage {
        calls = List.copyOf(calls);
    }

    /** Returns the word that the roles of all providers and frameworks come down to. */
    public static String role(String word) {
        return switch (word) {
            case "developer" -> SYSTEM;
            case "model", "ai" -> ASSISTANT;
            case "function" -> TOOL;
            default -> word;
        };
    }
}
