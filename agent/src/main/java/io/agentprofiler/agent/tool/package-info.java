// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of {@code java -jar agent-profiler.jar}, by name, and those that attach the agent to JVMs that run, list
 * them, and take it out again. What happens in the other JVM begins in {@code Agentmain}. No traced JVM loads any of it.
 *
 * <p><b>Threading:</b> main thread.
 *
 * <p><b>Tests:</b> {@code it/doctor} and {@code it/attach} among the integration tests.
 */
package io.agentprofiler.agent.tool;
