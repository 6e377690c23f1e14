// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.process;

/**
 * A figure of the samples that had it: how many had, their mean and their highest.
 *
 * @param samples samples that had the figure
 * @param sum sum of the figure
 * @param max the highest, NaN where no sample had it
 */
public record Level(long samples, double sum, double max) {
    /** No sample had the figure. */
    public static final Level UNKNOWN = new Level(0, 0, Double.NaN);

    /** Returns the level of one sample, {@link #UNKNOWN} for NaN. */
    static Level of(double value) {
        return Double.isNaN(value) ? UNKNOWN : new Level(1, value, value);
    }

    /** Returns the level of the samples of both. */
    Level plus(Level more) {
        if (samples == 0 || more.samples == 0) {
            return samples == 0 ? more : this;
        }
        return new Level(samples + more.samples, sum + more.sum, Math.max(max, more.max));
    }

    public boolean isKnown() {
        return samples > 0;
    }

    /** Returns the mean, NaN where no sample had the figure. */
    public double mean() {
        return samples == 0 ? Double.NaN : sum / samples;
    }
}
