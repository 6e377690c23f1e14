// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What to change first: bottlenecks and suggestions, each with its evidence, saving and confidence.
 *
 * <p>A {@link io.agentprofiler.analyzer.answer.finding.FindingRule} contains everything about one finding: its name, inputs,
 * thresholds, detection and text. {@link io.agentprofiler.analyzer.answer.finding.FindingRules} lists them;
 * {@link io.agentprofiler.analyzer.answer.finding.Findings} is the analysis that runs them. Each rule scans the workflows
 * one by one. Its notes can be merged in any order, and at the end it assesses the total.
 */
package io.agentprofiler.analyzer.answer.finding;
