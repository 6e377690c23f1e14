// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.cache;

/**
 * How much room a server's cache needs.
 *
 * @param model the model
 * @param rule the server's rule
 * @param input input tokens of the calls with known prompts
 * @param curve hits by room
 */
public record Room(String model, CacheRule rule, long input, RoomCurve curve) {}
