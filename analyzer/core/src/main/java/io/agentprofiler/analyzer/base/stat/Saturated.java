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
}
