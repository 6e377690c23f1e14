// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import java.util.List;

/**
 * What is known of a workflow when a call has ended, or when it has begun.
 *
 * @param workflow name of its first span
 * @param ended model and tool calls that have ended
 * @param models how many of them are model calls
 * @param last the call that ended last, {@code llm gpt-4o} or {@code tool search}; empty when none has
 * @param seconds since the start of the workflow
 * @param input input tokens of the last model call that ended, negative where not known
 * @param output its output tokens, negative where not known
 */
public record Stage(String workflow, int ended, int models, String last, double seconds, double input, double output) {
    /** How many stages of a workflow are looked at. */
    public static final int MOST = 200;

    /** Stands between the parts of a group's name. */
    static final char PART = '\u001f';

    /** The names of {@link #numbers}, in order. */
    public static final List<String> NUMBERS = List.of(
            "ended_calls",
            "ended_model_calls",
            "seconds_since_start",
            "input_tokens",
            "input_tokens_known",
            "output_tokens",
            "output_tokens_known");

    /** Returns the stage in numbers, for weighted sums; an unknown number is 0, and a number beside it says so. */
    public double[] numbers() {
        return new double[] {
            ended, models, seconds, Math.max(0, input), input >= 0 ? 1 : 0, Math.max(0, output), output >= 0 ? 1 : 0
        };
    }

    /** Returns the names of the groups of stages that this one is in, the smallest first: each has any workflow at most once. */
    public List<String> groups() {
        return List.of(workflow + PART + ended + PART + last, workflow + PART + ended, PART + Integer.toString(ended));
    }

    /** Returns those of the {@link #groups} that hold workflows of this name only, the smallest first. */
    public List<String> groupsOfName() {
        return groups().subList(0, 2);
    }
}
