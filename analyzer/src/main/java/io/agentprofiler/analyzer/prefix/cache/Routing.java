// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.cache;

/** Who of several equal servers answers a call. */
public enum Routing {
    /** One after the other. */
    ROUND_ROBIN("round robin"),
    /** The one that answered the first call of the conversation; new conversations go round. */
    BY_CONVERSATION("by conversation"),
    /**
     * The one that got the longest beginning of the prompt before, when that is at least half of the prompt and it is not
     * much busier than others; else the one with the fewest calls under way.
     */
    LONGEST_PREFIX("longest prefix");

    private final String word;

    Routing(String word) {
        this.word = word;
    }

    /** Returns what it is called. */
    public String word() {
        return word;
    }
}
