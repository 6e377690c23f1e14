// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The recorded prompts of model calls: blocks, parts, text and token counts.
 *
 * <p>{@code PrefixTest} covers {@link io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog},
 * {@link io.agentprofiler.analyzer.answer.prefix.prompt.HashChain} and
 * {@link io.agentprofiler.analyzer.answer.prefix.prompt.PromptText}, {@code CachePropertiesTest} covers
 * {@link io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord},
 * {@link io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.WholePrompt} and
 * {@link io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts}.
 */
package io.agentprofiler.analyzer.answer.prefix.prompt;
