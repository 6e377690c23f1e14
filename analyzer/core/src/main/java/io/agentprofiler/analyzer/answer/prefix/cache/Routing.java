// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

/** How calls are routed to several equal servers. */
public enum Routing {
    /** In turn. */
    ROUND_ROBIN("round robin"),
    /** The server of the conversation's first call; new conversations in turn. */
    BY_CONVERSATION("by conversation"),
    /**
     * The server with the longest prefix of the prompt, if that is at least half of the prompt and the server is not much busier
     * than others; else the server with the fewest calls in progress.
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
