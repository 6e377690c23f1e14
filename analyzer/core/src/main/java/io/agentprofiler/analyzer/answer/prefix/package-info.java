// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Prompt prefix caching: the achievable hits by each provider's rules, the recorded hits, and what breaks prefixes.
 *
 * <p>Its packages know each other in one direction: {@code rule}, {@code prompt}, {@code cache}, {@code stable}, this one.
 * {@code PrefixTest} covers {@link io.agentprofiler.analyzer.answer.prefix.ModelResult},
 * {@link io.agentprofiler.analyzer.answer.prefix.ModelResults}, {@link io.agentprofiler.analyzer.answer.prefix.PrefixResult}
 * and {@link io.agentprofiler.analyzer.answer.prefix.CountEstimate}, {@code ModelWhatIfTest} covers
 * {@link io.agentprofiler.analyzer.answer.prefix.PromptHits}.
 */
package io.agentprofiler.analyzer.answer.prefix;
