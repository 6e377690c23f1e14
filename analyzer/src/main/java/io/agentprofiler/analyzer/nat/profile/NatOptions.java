// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.nat.profile;

import io.agentprofiler.analyzer.metric.sequence.SequencePatterns.Limits;

/**
 * What NAT takes from its configuration.
 *
 * @param llmMetrics whether the table has the six NOVA columns
 * @param excludeText whether the table lacks the columns of texts
 * @param minFrequency share of a model's calls that must have a prompt prefix
 * @param spikeThreshold calls at once that make a spike; 0: the 90th percentile of the concurrency, rounded up
 * @param patterns what sequence patterns to look for
 */
public record NatOptions(
        boolean llmMetrics, boolean excludeText, double minFrequency, int spikeThreshold, Limits patterns) {
    /** NAT's own defaults, where they make sense. */
    public static final NatOptions DEFAULT = new NatOptions(false, false, 0.5, 0, new Limits(2, -1, 0, 10, 1));
}
