// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

/** Numbers mixed into one that looks random: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014), over each of them. */
public final class Mixed {
    private Mixed() {}

    public static long of(long... numbers) {
        long mixed = 0x9e3779b97f4a7c15L;
        for (long number : numbers) {
            mixed ^= number;
            mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
            mixed ^= mixed >>> 31;
        }
        return mixed;
    }
}
