// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.spending;

/** What can be spent. */
public enum Measure {
    /** Input and output tokens together. */
    TOKENS("tokens"),
    INPUT("input_tokens"),
    OUTPUT("output_tokens"),
    /** US dollars at list prices. */
    MONEY("usd"),
    /** Time, in nanoseconds. */
    TIME("time"),
    /** Calls of language and embedding models. */
    CALLS("calls");

    private final String word;

    Measure(String word) {
        this.word = word;
    }

    /** Returns the word of options and files. */
    public String word() {
        return word;
    }

    @Override
    public String toString() {
        return word;
    }
}
