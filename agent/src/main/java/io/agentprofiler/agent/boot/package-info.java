// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Starts and stops the agent: the order in which its parts are made, and what stops it. The rules of a run, and what the
 * JVM's compilers are told, are here, too; the exit line is in {@code report}.
 *
 * <p>{@link io.agentprofiler.agent.boot.Core} is called by name from the classes on the application's class path, once; nothing
 * else calls into this package.
 *
 * <p><b>Threading:</b> the agent's own daemon thread, and the shutdown hook.
 *
 * <p><b>Tests:</b> {@code StopFileTest} here; the rest is proven in JVMs of their own, in {@code integration-tests}.
 */
package io.agentprofiler.agent.boot;
