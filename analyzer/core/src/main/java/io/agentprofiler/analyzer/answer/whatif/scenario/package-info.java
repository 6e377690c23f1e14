// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Scenarios with a cache of answers or of prompts, and with tools that start earlier or run in parallel.
 *
 * <p>{@code WhatIfTest} and {@code CachedCallsTest} cover {@link io.agentprofiler.analyzer.answer.whatif.scenario.CacheCommand.CachedCalls}, {@code
 * ModelWhatIfTest} covers {@link io.agentprofiler.analyzer.answer.whatif.scenario.CachedPrompts}, {@code WhatIfCommandTest} covers the
 * commands.
 */
package io.agentprofiler.analyzer.answer.whatif.scenario;
