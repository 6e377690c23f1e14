// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import java.util.Map;

/**
 * A number that is not known. It is never 0, which is a measurement. A {@code long} that is not known is {@link #LONG}, a {@code double}
 * is {@link Double#NaN}, and what is no primitive is {@code null}; outputs make of it what their format has.
 */
public final class Unknown {
    /** Stands for a number that is not known. Less than all that are. */
    public static final long LONG = Long.MIN_VALUE;

    private Unknown() {}

    /** Returns a number, {@code null} where it is not known. */
    public static Long boxed(long number) {
        return number == LONG ? null : (Long) number;
    }

    /** Puts a value under a name unless it is not known. */
    public static <T> void putKnown(Map<String, ? super T> into, String name, T value) {
        if (value != null) {
            into.put(name, value);
        }
    }

    /** Puts a number under a name unless it is not known. */
    public static void putKnown(Map<String, ? super Long> into, String name, long number) {
        putKnown(into, name, boxed(number));
    }

    /** Returns a number, {@link Double#NaN} where it is not known. */
    public static double toDouble(long number) {
        return number == LONG ? Double.NaN : number;
    }
}
