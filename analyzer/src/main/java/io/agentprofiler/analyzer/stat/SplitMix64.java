// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.stat;

/**
 * A well-mixed hash of numbers: the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
 * Generators", 2014), applied to one after the other.
 */
public final class SplitMix64 {
    private SplitMix64() {}

    /** Returns a hash of the numbers, in this order. */
    public static long mix(long... numbers) {
        long mixed = 0x9e3779b97f4a7c15L;
        for (long number : numbers) {
            mixed = finish(mixed ^ number);
        }
        return mixed;
    }

    /** Returns a number every bit of which depends on every bit of the one given. */
    public static long finish(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
