// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import io.agentprofiler.analyzer.base.stat.Unknown;

/**
 * How long the parts of prompts are that the conversation follows, in bytes: least and most of some calls.
 *
 * @param leastTools of tool definitions
 * @param mostTools of tool definitions
 * @param leastInstructions of instructions and messages of the system
 * @param mostInstructions of instructions and messages of the system
 */
public record PromptLengths(long leastTools, long mostTools, long leastInstructions, long mostInstructions) {
    /** Of calls whose prompts' parts were not recorded. */
    static final PromptLengths UNKNOWN = new PromptLengths(Long.MAX_VALUE, Unknown.LONG, Long.MAX_VALUE, Unknown.LONG);

    static PromptLengths of(long tools, long instructions) {
        return new PromptLengths(tools, tools, instructions, instructions);
    }

    /** Answers whether the lengths of any call are known. */
    boolean isKnown() {
        return mostTools >= 0;
    }

    /** Answers whether all calls agree. */
    public boolean isFixed() {
        return leastTools == mostTools && leastInstructions == mostInstructions;
    }

    /** Returns the lengths of these calls and others together. */
    public PromptLengths and(PromptLengths more) {
        return new PromptLengths(
                Math.min(leastTools, more.leastTools),
                Math.max(mostTools, more.mostTools),
                Math.min(leastInstructions, more.leastInstructions),
                Math.max(mostInstructions, more.mostInstructions));
    }
}
