// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One level of load.
 *
 * @param concurrency how many workflows run at once in a closed loop: when one ends, the next begins; 0 for an open loop
 * @param rate how many workflows begin in a second in an open loop, whether or not others have ended; {@link Double#NaN} for as many
 *     as were recorded
 * @param arrivals when they begin in an open loop
 * @param model the model that is asked for answers; {@code null} for the recorded ones
 */
public record Load(int concurrency, double rate, Arrivals.Kind arrivals, String model) {
    private static final Pattern NO_NAME = Pattern.compile("[^A-Za-z0-9._-]+");

    /** Returns a closed loop. */
    public static Load closed(int concurrency) {
        return new Load(concurrency, Double.NaN, null, null);
    }

    /** Returns an open loop. */
    public static Load open(double rate, Arrivals.Kind arrivals) {
        return new Load(0, rate, arrivals, null);
    }

    /** Returns the same load on another model. */
    public Load on(String other) {
        return new Load(concurrency, rate, arrivals, other);
    }

    public boolean isClosed() {
        return concurrency > 0;
    }

    /** Returns what it is, for people. */
    public String words() {
        String asked = model == null ? "" : model + ", ";
        if (isClosed()) {
            return asked + concurrency + " at once";
        }
        String often = Double.isNaN(rate) ? "" : String.format(Locale.ROOT, "%s/s ", number());
        return asked + often + arrivals.word();
    }

    private String number() {
        return rate == Math.rint(rate) ? String.valueOf((long) rate) : String.valueOf(rate);
    }

    /** Returns a name for its directory. */
    public String directory() {
        String asked = model == null ? "" : NO_NAME.matcher(model).replaceAll("_") + "-";
        return asked
                + (isClosed()
                        ? "concurrency-" + concurrency
                        : "rate-" + (Double.isNaN(rate) ? "" : number() + "-") + arrivals.word());
    }

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
}
