// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A simulated cache of prompt prefixes, without limits, by providers' rules.
 *
 * <p>{@code CacheVectorsTest} covers {@link io.agentprofiler.analyzer.answer.prefix.cache.SimulatedCache}, {@link
 * io.agentprofiler.analyzer.answer.prefix.cache.Answers} and {@link io.agentprofiler.analyzer.answer.prefix.cache.Breakpoints} with calls as
 * providers document them, {@code CachePropertiesTest} with random ones. {@code PrefixTest} covers {@link
 * io.agentprofiler.analyzer.answer.prefix.cache.CacheCosts}.
 */
package io.agentprofiler.analyzer.answer.prefix.cache;
