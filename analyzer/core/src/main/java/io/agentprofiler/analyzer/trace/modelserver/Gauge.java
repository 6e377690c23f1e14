// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.modelserver;

/**
 * A figure that goes up and down: its mean and its highest value over the samples that had it.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Gauge {
    private long samples;
    private double sum;
    private double max;

    void add(double value) {
        if (!Double.isNaN(value)) {
            max = samples == 0 ? value : Math.max(max, value);
            sum += value;
            samples++;
        }
    }

    void add(Gauge more) {
        if (more.samples > 0) {
            max = samples == 0 ? more.max : Math.max(max, more.max);
            sum += more.sum;
            samples += more.samples;
        }
    }

    /** Answers whether any sample had the figure. */
    public boolean isKnown() {
        return samples > 0;
    }

    public double mean() {
        return samples == 0 ? Double.NaN : sum / samples;
    }

    public double max() {
        return samples == 0 ? Double.NaN : max;
    }
}
