// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import io.agentprofiler.analyzer.base.stat.Moments;

/**
 * Values of a metric, which may be negative.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class MetricStats {
    private final Moments moments = new Moments();
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    void add(double value) {
        moments.add(value);
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    public long count() {
        return moments.count();
    }

    public double mean() {
        return moments.mean();
    }

    /** Returns the standard deviation of the population the values are a sample of; NaN for fewer than two. */
    public double deviation() {
        return moments.deviation();
    }

    public double min() {
        return min;
    }

    public double max() {
        return max;
    }
}
