// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

/**
 * What is wanted of the system, and what it was measured on.
 *
 * @param latency seconds that the 95th percentile of model calls may take; 0 where it does not matter
 * @param runTime seconds that the 95th percentile of workflows may take; 0 where it does not matter
 * @param users workflows at once that are to be served; 0 where only the line is wanted
 * @param gpus GPUs, or replicas, that the measured system had
 */
public record Targets(double latency, double runTime, double users, double gpus) {
    /** Answers whether there is anything to estimate. */
    public boolean areGiven() {
        return users > 0 && (latency > 0 || runTime > 0);
    }
}
