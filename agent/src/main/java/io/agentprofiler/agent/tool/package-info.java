// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of {@code java -jar agent-profiler.jar}, by name, including those that list running JVMs, attach the agent to
 * them, and remove it. {@code Agentmain} is the entry point in the other JVM. No traced JVM loads any of it.
 *
 * <p><b>Threading:</b> main thread.
 *
 * <p><b>Tests:</b> {@code it/doctor} and {@code it/attach} among the integration tests.
 */
package io.agentprofiler.agent.tool;
