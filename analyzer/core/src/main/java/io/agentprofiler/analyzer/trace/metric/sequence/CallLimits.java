// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.Limits;

/**
 * The limits from which patterns of calls are reported.
 *
 * @param minFrequency share of a model's calls that must have a prompt prefix, 0 to 1
 * @param spikeThreshold concurrent calls that make a spike; 0: the 90th percentile of the concurrency, rounded up
 * @param patterns which sequences of calls are patterns
 */
public record CallLimits(double minFrequency, int spikeThreshold, Limits patterns) {
    /** The limits where a user gives none. */
    public static final CallLimits DEFAULT = new CallLimits(0.5, 0, new Limits(2, -1, 0, 10, 1));
}
