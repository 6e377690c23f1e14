// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Where application threads leave their events without ever waiting: pre-allocated slots, a bound for what their references
 * keep alive, and a queue for ends that find no slot.
 *
 * <p>Application threads call {@link io.agentprofiler.agent.ring.SpanEvents} and nothing else; the consumer in {@code writer}
 * empties the slots.
 *
 * <p><b>Threading:</b> {@code EventRing}'s producer methods and {@code PayloadBudget.admit} run on application threads;
 * everything else on the consumer.
 *
 * <p><b>Tests:</b> {@code PayloadBudgetTest} here; {@code EventPipelineTest} and {@code EventPipelineStressTest} of {@code
 * writer} for the ring as a whole.
 */
package io.agentprofiler.agent.ring;
