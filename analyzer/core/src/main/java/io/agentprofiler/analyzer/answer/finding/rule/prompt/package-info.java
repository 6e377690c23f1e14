// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules about prompts: how full they make a model's context window, how they grow, what share of the cost they are. {@code
 * ContextGrowthTest} covers {@link io.agentprofiler.analyzer.answer.finding.rule.prompt.GrowingContext}.
 */
package io.agentprofiler.analyzer.answer.finding.rule.prompt;
