// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.tree;

import java.math.BigDecimal;

/** Numbers as other programs write them into tables. */
public final class Decimals {
    /** A longer number is no measurement, and would take time to compute with. */
    private static final int MAX_DIGITS = 40;

    private Decimals() {}

    /** Returns the number of a text, {@code null} where there is none. */
    public static BigDecimal of(String text) {
        if (text == null || text.length() > MAX_DIGITS) {
            return null;
        }
        try {
            BigDecimal number = new BigDecimal(text);
            return Math.abs((long) number.scale()) > MAX_DIGITS ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
