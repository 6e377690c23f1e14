// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Rules about prompts: how full they make a model's context window, how they grow, what share of the cost they are, and how prompts
 * begin that are sent in one place of the program, workflow by workflow: what of their instructions changes, and what stands behind the
 * change, which no cache can serve.
 *
 * <p>{@code ContextGrowthTest} covers {@link io.agentprofiler.analyzer.answer.finding.rule.prompt.GrowingContext}, {@code
 * ChangingPrefixTest} covers {@link io.agentprofiler.analyzer.answer.finding.rule.prompt.PromptOpenings} and what it is made of, {@code
 * ModelWhatIfTest} covers {@link io.agentprofiler.analyzer.answer.finding.rule.prompt.FirstChunkTimes}.
 */
package io.agentprofiler.analyzer.answer.finding.rule.prompt;
