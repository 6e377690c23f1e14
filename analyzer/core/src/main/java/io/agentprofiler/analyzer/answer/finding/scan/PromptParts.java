// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.trace.Span;
import java.util.Map;

/**
 * The lengths of the parts of a prompt in characters, as counted by the agent; 0 for parts that were not recorded.
 *
 * @param tools the definitions of the tools that are offered
 * @param system the system instructions, and the system's messages where the ends of messages were recorded
 * @param messages the other messages: history, results of tools, what was retrieved
 */
public record PromptParts(long tools, long system, long messages) {
    public static final PromptParts NONE = new PromptParts(0, 0, 0);

    private static final String LENGTHS = "agentprofiler.content.";
    private static final String MESSAGES = LENGTHS + "input.messages";
    private static final String TOOLS = LENGTHS + "tool.definitions";
    private static final String SYSTEM = LENGTHS + "system_instructions";

    /** Returns the parts of a call's prompt. */
    public static PromptParts of(Span call) {
        long messages = chars(call, MESSAGES);
        long tools = chars(call, TOOLS);
        long system = chars(call, SYSTEM);
        if (messages == 0 && tools == 0 && system == 0) {
            return NONE;
        }
        long ofSystem = Math.round(messages * RecordedParts.systemShare(call.attributes()));
        return new PromptParts(tools, system + ofSystem, messages - ofSystem);
    }

    private static long chars(Span call, String lengths) {
        return call.attributes().get(lengths) instanceof Map<?, ?> digest && digest.get("chars") instanceof Long chars
                ? chars
                : 0;
    }

    /** Returns the lengths of both. */
    public PromptParts plus(PromptParts more) {
        if (more == NONE) {
            return this;
        }
        return new PromptParts(tools + more.tools, system + more.system, messages + more.messages);
    }

    /** Returns by how much each part is longer than in an earlier prompt, 0 of what is not. */
    public PromptParts since(PromptParts earlier) {
        return new PromptParts(
                Math.max(0, tools - earlier.tools),
                Math.max(0, system - earlier.system),
                Math.max(0, messages - earlier.messages));
    }

    /** Returns how long all is. */
    public long chars() {
        return tools + system + messages;
    }

    /** Returns the longest part. */
    public LongestPart longest() {
        if (messages >= tools && messages >= system) {
            return LongestPart.MESSAGES;
        }
        return tools >= system ? LongestPart.TOOLS : LongestPart.SYSTEM;
    }

    /** Returns the share of the longest part; {@link Double#NaN} where nothing was recorded. */
    public double longestShare() {
        return Math.max(messages, Math.max(tools, system)) / (double) (chars() == 0 ? Double.NaN : chars());
    }

    /** A part of a prompt, and what makes it shorter. */
    public enum LongestPart {
        TOOLS("tool definitions", "offer only the tools that the question needs"),
        SYSTEM("system instructions", "shorten the system instructions"),
        MESSAGES("messages", "drop or summarize history, tool results and retrieved texts");

        private final String words;
        private final String remedy;

        LongestPart(String words, String remedy) {
            this.words = words;
            this.remedy = remedy;
        }

        /** Returns what it is called. */
        public String words() {
            return words;
        }

        /** Returns what makes it shorter. */
        public String remedy() {
            return remedy;
        }
    }
}
