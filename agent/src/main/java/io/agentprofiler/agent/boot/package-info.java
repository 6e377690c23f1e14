// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Starts and stops the agent: the order in which its parts are made, and what stops it. The rules of a run, and what the
 * JVM's compilers are told, are here, too, and what a run reports at its end: the
 * exit line, and which rules matched a class.
 *
 * <p>{@link io.agentprofiler.agent.boot.Core} is called by name from the classes on the application's class path, once; nothing
 * else calls into this package.
 *
 * <p><b>Threading:</b> the agent's own daemon thread, and the shutdown hook.
 *
 * <p><b>Tests:</b> {@code StopFileTest}, {@code ExitLineTest} here; {@code NotRecognisedIT} for which rules matched; the rest is proven in JVMs of their own, in {@code integration-tests}.
 */
package io.agentprofiler.agent.boot;
