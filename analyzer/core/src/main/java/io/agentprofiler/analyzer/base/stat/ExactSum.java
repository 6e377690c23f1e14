// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import java.math.BigInteger;

/**
 * A sum of whole numbers that never overflows and never rounds, whatever the order of adding. As long as it fits 64 bits, adding
 * makes no object.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ExactSum {
    /** The sum is this and {@link #high}. */
    private long low;

    private BigInteger high = BigInteger.ZERO;

    /** Adds a number. */
    public void add(long value) {
        long sum = low + value;
        if (((low ^ sum) & (value ^ sum)) < 0) {
            high = high.add(BigInteger.valueOf(low));
            low = value;
        } else {
            low = sum;
        }
    }

    /** Adds the square of a number. */
    public void addSquare(long value) {
        if (value == (int) value) {
            add(value * value);
        } else {
            high = high.add(BigInteger.valueOf(value).pow(2));
        }
    }

    /** Adds all that was added to another. */
    public void add(ExactSum more) {
        high = high.add(more.high);
        add(more.low);
    }

    /** Returns the sum. */
    public BigInteger value() {
        return high.add(BigInteger.valueOf(low));
    }
}
