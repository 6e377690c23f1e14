// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.cell;

import io.agentprofiler.analyzer.base.stat.Distribution;

/** Percentiles of times; one that its number of values cannot support is marked. */
public final class Percentiles {
    /** What the mark in front of a percentile means. */
    public static final String MARK_MEANS = "~ too few calls for this percentile (p95 needs 20, p99 needs 100)";

    private Percentiles() {}

    /** Answers whether a percentile of some times has the mark. */
    public static boolean isMarked(Distribution durations, double percent) {
        return durations.count() > 0 && !durations.supports(percent);
    }

    public static String text(Distribution durations, double percent) {
        if (durations.count() == 0) {
            return Units.UNKNOWN;
        }
        return (durations.supports(percent) ? "" : "~") + Units.duration(durations.percentile(percent));
    }
}
