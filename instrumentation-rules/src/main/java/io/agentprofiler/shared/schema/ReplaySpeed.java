// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

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

    /** So many digits may stand before the point, and behind it. */
    private static final int MOST_DIGITS = 6;

    /**
     * Reads a speed.
     *
     * @throws IllegalArgumentException if it is not {@link #EXPECTED}
     */
    public static ReplaySpeed parse(String text) {
        String number = text.endsWith("x") ? text.substring(0, text.length() - 1) : text;
        int point = number.indexOf('.');
        boolean expected = point < 0
                ? areDigits(number)
                : areDigits(number.substring(0, point)) && areDigits(number.substring(point + 1));
        if (!expected) {
            throw new IllegalArgumentException("expected " + EXPECTED);
        }
        return new ReplaySpeed(Double.parseDouble(number));
    }

    private static boolean areDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= MOST_DIGITS;
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
