// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The JDK's attach interface: the one way to ask another JVM and to load an agent into it.
 *
 * <p><b>Threading:</b> one use, one thread.
 *
 * <p><b>Tests:</b> {@code it/attach} and {@code it/doctor} among the integration tests.
 */
package io.agentprofiler.agent.attach.vm;
