// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code java -jar agent-profiler.jar doctor}, which says why there are no spans. No traced JVM loads any of it.
 *
 * <p><b>Threading:</b> main thread.
 *
 * <p><b>Tests:</b> the classes of {@code it/doctor} among the integration tests, a JVM for each cause.
 */
package io.agentprofiler.agent.tool.doctor;
