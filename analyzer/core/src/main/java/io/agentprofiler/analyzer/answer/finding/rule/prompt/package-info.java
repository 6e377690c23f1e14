// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Rules about prompts: context window usage, growth, share of the cost, and instructions that change from workflow to
 * workflow, so that no cache can serve the tokens after the change.
 *
 * <p>{@code ContextGrowthTest} covers {@link io.agentprofiler.analyzer.answer.finding.rule.prompt.GrowingContext},
 * {@code ChangingPrefixTest} covers {@link io.agentprofiler.analyzer.answer.finding.rule.prompt.PromptOpenings} and what it
 * is made of, {@code ModelWhatIfTest} covers {@link io.agentprofiler.analyzer.answer.finding.rule.prompt.FirstChunkTimes}.
 */
package io.agentprofiler.analyzer.answer.finding.rule.prompt;
