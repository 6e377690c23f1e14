// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What to change first: bottlenecks and suggestions, each with its evidence, what it would save, and how sure that is.
 *
 * <p>A {@link io.agentprofiler.analyzer.answer.finding.FindingRule} is all of one finding: its name, what it needs to know, its
 * thresholds, how it is found and what is said of it. {@link io.agentprofiler.analyzer.answer.finding.FindingRules} lists them;
 * {@link io.agentprofiler.analyzer.answer.finding.Findings} is the analysis that runs them. Each rule scans one workflow after the other;
 * what it notes adds up, in any order; in the end it assesses the sum.
 */
package io.agentprofiler.analyzer.answer.finding;
