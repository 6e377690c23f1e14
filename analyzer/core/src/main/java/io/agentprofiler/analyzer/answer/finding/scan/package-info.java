// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The input of rules: the view of one workflow, the notes of a rule, and data about all workflows that several rules share.
 *
 * <p>{@code FindingsTest} and {@code FindingsPropertiesTest} cover
 * {@link io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan} and
 * {@link io.agentprofiler.analyzer.answer.finding.scan.Aggregate}, {@code PromptCostTest} covers
 * {@link io.agentprofiler.analyzer.answer.finding.scan.PromptParts}. {@code ColdStartTest} and {@code BeforeRequestTest}
 * cover {@link io.agentprofiler.analyzer.answer.finding.scan.CallTimes} and
 * {@link io.agentprofiler.analyzer.answer.finding.scan.CallTimes.TimedCall}.
 */
package io.agentprofiler.analyzer.answer.finding.scan;
