// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Simulated caches of prompt prefixes by providers' rules: one without limits; how much a server's cache holds, and what caches of every
 * size would serve, found in one pass over what is asked.
 *
 * <p>{@code CacheVectorsTest} covers {@link io.agentprofiler.analyzer.answer.prefix.cache.SimulatedCache} with calls as providers document
 * them, {@code CachePropertiesTest} with random ones. {@code PrefixTest} covers {@link
 * io.agentprofiler.analyzer.answer.prefix.cache.CacheCosts}.
 */
package io.agentprofiler.analyzer.answer.prefix.cache;
