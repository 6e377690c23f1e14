// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

/** What is forecast. */
public enum Target {
    /** Input tokens of the next model call of a workflow. */
    INPUT_TOKENS("next_call_input_tokens", "tokens"),
    /** Output tokens of the next model call of a workflow. */
    OUTPUT_TOKENS("next_call_output_tokens", "tokens"),
    /** Seconds from the end of a model call to the start of the workflow's next; 0 where they overlap. */
    GAP("time_between_calls", "seconds"),
    /** Seconds a workflow runs, told when its first model call has ended. */
    RUN_TIME("workflow_run_time", "seconds");

    private final String word;
    private final String unit;

    Target(String word, String unit) {
        this.word = word;
        this.unit = unit;
    }

    /** Returns the word used in files. */
    public String word() {
        return word;
    }

    /** Returns the unit: tokens or seconds. */
    public String unit() {
        return unit;
    }

    /** Returns the target of a word, or {@code null}. */
    public static Target of(String word) {
        for (Target target : values()) {
            if (target.word.equals(word)) {
                return target;
            }
        }
        return null;
    }
}
