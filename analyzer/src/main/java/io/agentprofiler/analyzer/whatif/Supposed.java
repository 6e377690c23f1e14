// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one workflow would take.
 *
 * @param nanos its run time then
 * @param savedTokens tokens that would not be sent or made
 * @param savedUsd US dollars that would not be paid, negative if more; {@code null} when that is not known
 * @param counts what there was to change, by what it is called in the plural
 */
public record Supposed(long nanos, long savedTokens, BigDecimal savedUsd, SortedMap<String, Long> counts) {
    /** Copies the counts. */
    public Supposed {
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }
}
