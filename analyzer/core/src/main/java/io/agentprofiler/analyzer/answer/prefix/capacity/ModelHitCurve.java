// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.capacity;

import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;

/**
 * What the servers of a model could serve, by the size of their cache.
 *
 * @param model the model
 * @param rule the server's rule
 * @param input input tokens of the calls with known prompts
 * @param curve hits by cache size
 */
public record ModelHitCurve(String model, CacheRule rule, long input, HitCurve curve) {}
