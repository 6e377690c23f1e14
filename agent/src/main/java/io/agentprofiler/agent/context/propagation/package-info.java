// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Context propagation: the methods that the JDK's pools, threads and futures call when they accept a task and when they run
 * it.
 *
 * <p><b>Threading:</b> application threads inside JDK code that may hold locks: nothing waits, and nothing of the
 * application is called.
 *
 * <p><b>Tests:</b> {@code TaskPropagationTest}, {@code PropagationFaultsTest}; {@code JdkPropagationTest} of
 * {@code context.jdk} in JVMs of their own.
 */
package io.agentprofiler.agent.context.propagation;
