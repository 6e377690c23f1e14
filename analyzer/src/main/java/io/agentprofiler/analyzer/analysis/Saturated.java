// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.analysis;

/** Sums of non-negative numbers that stop at the largest number instead of wrapping around. */
final class Saturated {
    private Saturated() {}

    static long add(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
