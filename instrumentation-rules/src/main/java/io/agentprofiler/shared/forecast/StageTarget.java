// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

/** A number that is forecast at a stage of a workflow. */
public enum StageTarget {
    /** Seconds from the stage to the end of the workflow. */
    SECONDS("remaining_seconds", "seconds", "Time to go"),
    /** Model and tool calls that end after the stage. */
    CALLS("remaining_calls", "calls", "Calls to go"),
    /** What calls that end after the stage cost by the price list, in US dollars. */
    USD("remaining_usd", "usd", "Cost to go"),
    /** Input tokens of the next model call to begin. */
    INPUT("next_input_tokens", "tokens", "Input tokens of the next model call"),
    /** Output tokens of that call. */
    OUTPUT("next_output_tokens", "tokens", "Output tokens of the next model call");

    private final String word;
    private final String unit;
    private final String title;

    StageTarget(String word, String unit, String title) {
        this.word = word;
        this.unit = unit;
        this.title = title;
    }

    /** Returns the word used in files. */
    public String word() {
        return word;
    }

    /** Returns the unit: seconds, calls, usd or tokens. */
    public String unit() {
        return unit;
    }

    /** Returns what it is for people. */
    public String title() {
        return title;
    }

    /** Returns the target of a word, or {@code null}. */
    public static StageTarget of(String word) {
        for (StageTarget target : values()) {
            if (target.word.equals(word)) {
                return target;
            }
        }
        return null;
    }
}
