// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

/** Chains 64-bit hashes: good enough to tell millions of prompts apart, and never compared with other people's. */
public final class Hashes {
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private Hashes() {}

    /** Returns a hash of a hash and what comes after it, never 0. */
    static long mix(long before, long next) {
        long mixed = (before ^ next) * MIX;
        long hash = mixed ^ mixed >>> 29;
        return hash == 0 ? 1 : hash;
    }

    /** Returns a hash of a text, never 0. */
    public static long of(CharSequence text) {
        long hash = 1;
        for (int i = 0; i < text.length(); i++) {
            hash = mix(hash, text.charAt(i));
        }
        return hash;
    }
}
