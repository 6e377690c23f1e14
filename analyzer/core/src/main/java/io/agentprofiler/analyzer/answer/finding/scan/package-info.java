// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What rules see: one workflow as they look at it, what they note of it, and what is gathered of all workflows for several rules.
 *
 * <p>{@code FindingsTest} and {@code FindingsPropertiesTest} cover {@link io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan} and {@link
 * io.agentprofiler.analyzer.answer.finding.scan.Aggregate}, {@code PromptCostTest} covers {@link
 * io.agentprofiler.analyzer.answer.finding.scan.PromptParts}. {@code ColdStartTest} and {@code BeforeRequestTest} cover {@link
 * io.agentprofiler.analyzer.answer.finding.scan.CallTimes} and {@link io.agentprofiler.analyzer.answer.finding.scan.TimedCall}.
 */
package io.agentprofiler.analyzer.answer.finding.scan;
