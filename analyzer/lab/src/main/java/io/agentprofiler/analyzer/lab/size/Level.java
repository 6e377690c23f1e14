// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import io.agentprofiler.analyzer.base.stat.Quantile;
import java.util.Arrays;
import java.util.List;

/**
 * What was measured while a number of workflows ran at once. Times are seconds, NaN where not known.
 *
 * @param concurrency workflows at once
 * @param latency 95th percentile of the lengths of model calls
 * @param runTime 95th percentile of the run times of workflows
 * @param totalSeconds from the first start to the last end; NaN where the level is a cut of a longer run
 * @param counts how much was measured
 * @param interrupted whether the measurement was cut off; its times are shown and not used
 * @param items the workflows one by one; empty where only the percentiles are known
 */
public record Level(
        int concurrency,
        double latency,
        double runTime,
        double totalSeconds,
        LevelCounts counts,
        boolean interrupted,
        List<Item> items) {
    /**
     * How much was measured.
     *
     * @param workflows workflows that succeeded, the ones that were measured
     * @param failed workflows that did not succeed or did not end; they are not measured
     * @param calls model calls that succeeded
     */
    public record LevelCounts(long workflows, long failed, long calls) {}

    private static final double PERCENT = 95;

    /** A workflow: the 95th percentile of its model calls' lengths (NaN without any) and its run time, in seconds. */
    public record Item(double latency, double runTime) {}

    /** Answers whether both times were measured: only then the level says something about the system. */
    public boolean isValid() {
        return latency > 0 && runTime > 0 && !interrupted;
    }

    /** Returns workflows per second; NaN where that is not known. */
    public double workflowsPerSecond() {
        return totalSeconds > 0 ? counts.workflows() / totalSeconds : Double.NaN;
    }

    /** Returns how many workflows had a 95th percentile of latency above the target; 0 without a target. */
    public long aboveLatency(double target) {
        return target > 0
                ? items.stream().filter(item -> item.latency() > target).count()
                : 0;
    }

    /** Returns how many workflows ran longer than the target; 0 without a target. */
    public long aboveRunTime(double target) {
        return target > 0
                ? items.stream().filter(item -> item.runTime() > target).count()
                : 0;
    }

    /** Returns the 95th percentile; NaN of nothing. */
    static double p95(double[] values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return Quantile.percentile(sorted, sorted.length, PERCENT);
    }
}
