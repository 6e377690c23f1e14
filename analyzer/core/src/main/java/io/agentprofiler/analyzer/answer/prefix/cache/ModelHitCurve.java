// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;

/**
 * The achievable hits of a model's servers by cache size.
 *
 * @param model the model
 * @param rule the server's rule
 * @param input input tokens of the calls with known prompts
 * @param curve hits by cache size
 */
public record ModelHitCurve(String model, CacheRule rule, long input, HitCurve curve) {}
