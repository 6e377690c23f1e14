// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Common prefixes of prompts, where prompts diverge, and what breaks their prefixes.
 *
 * <p>{@code PrefixTest} covers {@link io.agentprofiler.analyzer.answer.prefix.stable.StablePrefixes} and
 * {@link io.agentprofiler.analyzer.answer.prefix.stable.PrefixBreaks}, {@code PrefixCommandTest} covers
 * {@link io.agentprofiler.analyzer.answer.prefix.stable.PromptTexts}, {@code CallAnalysesTest} covers
 * {@link io.agentprofiler.analyzer.answer.prefix.stable.PromptPrefixes}.
 */
package io.agentprofiler.analyzer.answer.prefix.stable;
