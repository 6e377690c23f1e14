// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A quick hash by which bytes are found again in a memory that compares them. It says nothing to anybody else. */
final class ByteHash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private ByteHash() {}

    /** Returns the hash of {@code length} bytes from {@code from} on. */
    static int of(byte[] bytes, int from, int length, long seed) {
        long hash = seed ^ length;
        int at = from;
        for (int end = from + length - Long.BYTES; at <= end; at += Long.BYTES) {
            hash = Long.rotateLeft((hash ^ (long) LONGS.get(bytes, at)) * FACTOR, 29);
        }
        for (; at < from + length; at++) {
            hash = Long.rotateLeft((hash ^ bytes[at]) * FACTOR, 29);
        }
        hash *= FACTOR;
        return (int) (hash ^ hash >>> 32);
    }
}
