// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Simulated caches of prompt prefixes by the providers' rules: an unlimited cache, and the hits of caches of every size,
 * found in one pass over the calls.
 *
 * <p>{@code CacheVectorsTest} covers {@link io.agentprofiler.analyzer.answer.prefix.cache.SimulatedCache} with calls as
 * providers document them, {@code CachePropertiesTest} with random ones. {@code PrefixTest} covers
 * {@link io.agentprofiler.analyzer.answer.prefix.cache.CacheCosts}.
 */
package io.agentprofiler.analyzer.answer.prefix.cache;
