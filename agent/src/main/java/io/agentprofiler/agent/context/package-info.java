// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The span that is current on a thread, the span that waits for a task, and the spans themselves.
 *
 * <p>The engine reads {@link io.agentprofiler.agent.context.ThreadContext} on every woven call. {@code propagation} carries
 * the context to other threads; {@code jdk} lists where the JDK calls it.
 *
 * <p><b>Threading:</b> application threads, some inside JDK code that holds locks: nothing waits or calls application code.
 *
 * <p>Knows spans, and no rules, no sinks and no framework. {@code docs/attach/context.md} says what is propagated and what is not.
 *
 * <p><b>Tests:</b> {@code SpanTest}, {@code PropagatedSpansTest}, {@code StarterTest} here; {@code TaskPropagationTest} of
 * {@code propagation} for thread contexts.
 */
package io.agentprofiler.agent.context;
