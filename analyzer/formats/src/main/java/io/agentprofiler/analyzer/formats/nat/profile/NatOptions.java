// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat.profile;

import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;

/**
 * What NAT takes from its configuration.
 *
 * @param llmMetrics whether the table has the six NOVA columns
 * @param excludeText whether the table lacks the columns of texts
 * @param limits what counts as a prefix, a spike and a pattern
 */
public record NatOptions(boolean llmMetrics, boolean excludeText, CallLimits limits) {
    /** NAT's own defaults, where they make sense. */
    public static final NatOptions DEFAULT = new NatOptions(false, false, CallLimits.DEFAULT);
}
