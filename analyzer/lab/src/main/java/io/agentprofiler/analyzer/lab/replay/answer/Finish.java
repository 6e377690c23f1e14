// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

/** Why an answer ended. */
public enum Finish {
    STOP,
    LENGTH,
    TOOLS,
    FILTER;

    /**
     * Returns what a recorded reason means.
     *
     * @param word in the words of the trace format; {@code null} when unknown
     * @param calls whether the answer asks for tools
     */
    static Finish of(String word, boolean calls) {
        return switch (word == null ? "" : word) {
            case "length" -> LENGTH;
            case "content_filter" -> FILTER;
            default -> calls ? TOOLS : STOP;
        };
    }
}
