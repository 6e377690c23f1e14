// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * From the application's threads to the trace sinks without ever making an application wait.
 *
 * <p>The engine offers events to {@link io.agentprofiler.agent.ring.EventRing}, on any thread; one thread of ours, the
 * consumer, takes them out, has a {@link io.agentprofiler.agent.ring.SpanReader} turn captured references into attributes
 * and hands the result to every {@link io.agentprofiler.agent.ring.TraceSink}. {@link
 * io.agentprofiler.agent.ring.Books} account for each event that was offered. Only the types named here, and those they
 * name, are meant for other packages; everything package-private but {@code EventRing}'s producer methods, {@code
 * PayloadBudget.admit} and {@code Books}' producer counters runs on the consumer.
 */
package io.agentprofiler.agent.ring;
