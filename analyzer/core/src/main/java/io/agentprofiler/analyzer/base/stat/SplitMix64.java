// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

/**
 * A well-mixed hash of numbers, or of a text (by FNV-1a first): the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
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

    /** Returns a hash of a text: good enough to tell millions of texts apart. */
    public static long of(CharSequence text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return finish(hash);
    }

    /** Returns a number every bit of which depends on every bit of the one given. */
    public static long finish(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
