// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The ring in which application threads leave their events without waiting: pre-allocated slots, a limit for the memory that
 * their references keep alive, and a queue for ends without a free slot.
 *
 * <p>Application threads call {@link io.agentprofiler.agent.ring.SpanEvents} and nothing else; the consumer in
 * {@code writer} empties the slots.
 *
 * <p><b>Threading:</b> {@code EventRing}'s producer methods and {@code PayloadBudget.admit} run on application threads;
 * everything else on the consumer.
 *
 * <p><b>Tests:</b> {@code PayloadBudgetTest} here; {@code EventPipelineTest} and {@code EventPipelineStressTest} of
 * {@code writer} for the ring as a whole.
 */
package io.agentprofiler.agent.ring;
