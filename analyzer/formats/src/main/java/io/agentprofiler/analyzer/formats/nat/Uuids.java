// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

/** 64 bits that stand for a UUID, or any text that identifies. */
public final class Uuids {
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long MIX = 0xd6e8feb86659fd93L;

    private Uuids() {}

    /** Returns the hash; the same for the same text, always. */
    public static long hash(String text) {
        long hash = FNV_BASIS;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        // FNV alone leaves similar texts close to each other
        hash = (hash ^ hash >>> 32) * MIX;
        return hash ^ hash >>> 32;
    }
}
