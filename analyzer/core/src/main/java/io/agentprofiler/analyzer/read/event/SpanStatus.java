// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

/** How a span ended. */
public enum SpanStatus {
    OK("ok"),
    ERROR("error"),
    CANCELLED("cancelled"),
    /** The files hold no end for it: still running, killed, or the end was lost. Never written by the agent. */
    UNFINISHED("unfinished");

    private static final SpanStatus[] VALUES = values();

    private final String word;

    SpanStatus(String word) {
        this.word = word;
    }

    /** Returns the word of the trace format. */
    public String word() {
        return word;
    }

    /** Returns the status written as {@code word}, or {@code null} when there is none. */
    public static SpanStatus ofWord(String word) {
        for (SpanStatus status : VALUES) {
            if (status.word.equals(word)) {
                return status;
            }
        }
        return null;
    }
}
