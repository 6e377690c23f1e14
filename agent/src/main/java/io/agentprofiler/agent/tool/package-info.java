// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of {@code java -jar agent-profiler.jar}, by name. No traced JVM loads any of it.
 *
 * <p><b>Threading:</b> main thread.
 *
 * <p><b>Tests:</b> {@code it/doctor} and {@code it/attach} among the integration tests.
 */
package io.agentprofiler.agent.tool;
