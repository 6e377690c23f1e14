// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.plan;

import java.util.regex.Pattern;

/**
 * How long a workflow waits between an answer and its next model call.
 *
 * @param factor times the recorded time
 */
public record Thinking(double factor) {
    private static final Pattern FACTOR = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)x");

    /**
     * Reads {@code recorded}, {@code none} or a factor such as {@code 2x}.
     *
     * @throws IllegalArgumentException when it is something else; the message says what was expected
     */
    public static Thinking of(String text) {
        if (text.equals("recorded")) {
            return new Thinking(1);
        }
        if (text.equals("none")) {
            return new Thinking(0);
        }
        if (!FACTOR.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "expected recorded, none or a factor such as 2x (twice as long) or 0.5x, not " + text);
        }
        return new Thinking(Double.parseDouble(text.substring(0, text.length() - 1)));
    }

    /** Returns the time for a recorded one. */
    public long of(long nanos) {
        return Math.round(nanos * factor);
    }
}
