// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How prompts begin that are sent in one place of the program, workflow by workflow: what of their instructions changes, and what
 * stands behind the change, which no cache can serve.
 *
 * <p>{@code ChangingPrefixTest} covers {@link io.agentprofiler.analyzer.answer.finding.prefix.PromptOpenings} and what it is made of, {@code
 * ModelWhatIfTest} covers {@link io.agentprofiler.analyzer.answer.finding.prefix.FirstChunkTimes}.
 */
package io.agentprofiler.analyzer.answer.finding.prefix;
