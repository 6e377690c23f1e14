// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

/** Sums of non-negative numbers that stop at the largest number instead of wrapping around. */
public final class Saturated {
    private Saturated() {}

    /** Adds. */
    public static long add(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Adds what is known; {@link Unknown#LONG} adds nothing, and is the sum of two that are not known. */
    public static long addKnown(long left, long right) {
        return left == Unknown.LONG ? right : right == Unknown.LONG ? left : add(left, right);
    }
}
