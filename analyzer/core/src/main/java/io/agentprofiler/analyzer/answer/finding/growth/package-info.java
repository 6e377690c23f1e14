// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How prompts grow, conversation by conversation, and which call will not fit into the model's context window.
 *
 * <p>{@code ContextGrowthTest} covers {@link io.agentprofiler.analyzer.answer.finding.growth.Growth}, too.
 */
package io.agentprofiler.analyzer.answer.finding.growth;
