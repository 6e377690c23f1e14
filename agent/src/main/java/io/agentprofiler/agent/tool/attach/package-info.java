// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Attaching the agent to JVMs that run, and taking it out again: what {@code java -jar agent-profiler.jar PID} does in its own
 * JVM. What happens in the other one begins in {@code Agentmain}.
 *
 * <p><b>Threading:</b> main thread, unless a class says otherwise.
 *
 * <p><b>Tests:</b> beside the classes, and {@code it/attach} among the integration tests, against real processes.
 */
package io.agentprofiler.agent.tool.attach;
