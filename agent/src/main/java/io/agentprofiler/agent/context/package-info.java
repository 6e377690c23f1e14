// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Which span is current on a thread, and how that is carried along when work changes threads.
 *
 * <p>{@link io.agentprofiler.agent.context.ThreadContext} is read by the engine on every woven call. {@link
 * io.agentprofiler.agent.context.TaskHops} is what the JDK's pools call where they take a task in and where they run it;
 * the calls are put there by {@code context.jdk}. Both run on application threads, inside JDK code that may hold locks: they
 * neither wait nor call application code.
 *
 * <p>Knows spans, and no rules, no sinks and no framework. {@code docs/context.md} says what is carried and what is not.
 */
package io.agentprofiler.agent.context;
