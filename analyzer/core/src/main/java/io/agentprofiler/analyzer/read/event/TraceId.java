// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import java.util.HexFormat;

/**
 * Identity of one workflow: 128 bits, written as 32 lower-case hex digits.
 *
 * <p><b>Threading:</b> immutable.
 */
public record TraceId(long high, long low) implements Comparable<TraceId> {
    @Override
    public int compareTo(TraceId other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof TraceId id && high == id.high && low == id.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high * 31 + low);
    }

    /** Returns the 32 hex digits. */
    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    /** Returns the 16 hex digits a span id is written as. */
    public static String spanText(long spanId) {
        return HexFormat.of().toHexDigits(spanId);
    }
}
