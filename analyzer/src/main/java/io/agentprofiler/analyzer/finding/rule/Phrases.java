// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule;

import java.util.Locale;

/** Figures as findings say them. Lengths are in milliseconds or seconds. */
public final class Phrases {
    /** Nanoseconds in a millisecond, the unit of thresholds. */
    public static final double MILLI = 1e6;

    private static final double SECOND = 1e9;

    private Phrases() {}

    /** Returns a figure without fraction. */
    public static String count(double number) {
        return Long.toString(Math.round(number));
    }

    /** Returns a count and its noun. */
    public static String times(long number, String noun) {
        return String.format(Locale.ROOT, "%,d ", number) + noun + (number == 1 ? "" : "s");
    }

    /** Returns a share in whole percent. */
    public static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    /** Returns a share in percent, small ones with a fraction. */
    public static String rate(double share) {
        return share < 0.1 && share > 0 ? String.format(Locale.ROOT, "%.1f %%", share * 100) : percent(share);
    }

    /** Returns US dollars. */
    public static String usd(double amount) {
        return String.format(Locale.ROOT, amount < 0.01 ? "$%.6f" : "$%.2f", amount);
    }

    /** Returns a length of time in nanoseconds. */
    public static String time(double nanos) {
        return nanos >= SECOND
                ? String.format(Locale.ROOT, "%.2f s", nanos / SECOND)
                : String.format(Locale.ROOT, "%.0f ms", nanos / MILLI);
    }
}
