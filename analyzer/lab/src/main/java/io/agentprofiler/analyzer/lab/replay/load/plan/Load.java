// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.plan;

import java.util.Locale;

/**
 * One level of load.
 *
 * @param concurrency how many workflows run at once in a closed loop: when one ends, the next begins; 0 for an open loop
 * @param rate how many workflows begin in a second in an open loop, whether or not others have ended; {@link Double#NaN} for as many
 *     as were recorded
 * @param arrivals when they begin in an open loop
 */
public record Load(int concurrency, double rate, Arrivals.Kind arrivals) {
    /** Returns a closed loop. */
    public static Load closed(int concurrency) {
        return new Load(concurrency, Double.NaN, null);
    }

    /** Returns an open loop. */
    public static Load open(double rate, Arrivals.Kind arrivals) {
        return new Load(0, rate, arrivals);
    }

    public boolean isClosed() {
        return concurrency > 0;
    }

    /** Returns what it is, for people. */
    public String words() {
        if (isClosed()) {
            return concurrency + " at once";
        }
        String often = Double.isNaN(rate) ? "" : String.format(Locale.ROOT, "%s/s ", number());
        return often + arrivals.word();
    }

    private String number() {
        return rate == Math.rint(rate) ? String.valueOf((long) rate) : String.valueOf(rate);
    }

    /** Returns a name for its directory. */
    public String directory() {
        return isClosed()
                ? "concurrency-" + concurrency
                : "rate-" + (Double.isNaN(rate) ? "" : number() + "-") + arrivals.word();
    }
}
