// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.schema;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a recorded answer takes, as users write it: {@code 1} as long as recorded, {@code 2x} half as long, {@code 0} no time.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param factor how many times as fast as recorded; 0 for no time at all
 */
public record ReplaySpeed(double factor) {
    /** What may be written, in words. */
    public static final String EXPECTED = "a number such as 1, 0, 2x or 0.5";

    /** An answer takes no time. */
    public static final ReplaySpeed INSTANT = new ReplaySpeed(0);

    private static final Pattern FORMAT = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)x?");

    /**
     * Reads a speed.
     *
     * @throws IllegalArgumentException if it is not {@link #EXPECTED}
     */
    public static ReplaySpeed parse(String text) {
        Matcher speed = FORMAT.matcher(text);
        if (!speed.matches()) {
            throw new IllegalArgumentException("expected " + EXPECTED);
        }
        return new ReplaySpeed(Double.parseDouble(speed.group(1)));
    }

    /** Answers whether answers take no time. */
    public boolean isInstant() {
        return factor == 0;
    }

    /** Returns how long something takes that took so long when it was recorded, in nanoseconds. */
    public long nanos(long recordedNanos) {
        return isInstant() ? 0 : Math.round(recordedNanos / factor);
    }
}
