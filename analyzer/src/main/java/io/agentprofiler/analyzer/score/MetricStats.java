// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.score;

/**
 * Values of a metric, which may be negative.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class MetricStats {
    private long count;
    private double mean;
    private double squares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    void add(double value) {
        count++;
        double off = value - mean;
        mean += off / count;
        squares += off * (value - mean);
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    public long count() {
        return count;
    }

    public double mean() {
        return mean;
    }

    /** Returns the standard deviation of the population the values are a sample of; NaN for fewer than two. */
    public double deviation() {
        return count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1));
    }

    public double min() {
        return min;
    }

    public double max() {
        return max;
    }
}
