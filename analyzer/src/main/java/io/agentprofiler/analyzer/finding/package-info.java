// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What to change first: bottlenecks and suggestions, each with its evidence, what it would save, and how sure that is.
 *
 * <p>{@link io.agentprofiler.analyzer.finding.Findings} is the analysis. A detector looks at one workflow and notes what it
 * sees as a {@link io.agentprofiler.analyzer.finding.Tally}; tallies add up; what is left to judge when all are known is in
 * {@link io.agentprofiler.analyzer.finding.Verdicts}.
 */
package io.agentprofiler.analyzer.finding;
