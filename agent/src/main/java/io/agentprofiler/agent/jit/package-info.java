// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the agent tells the JVM's compilers about its own methods.
 *
 * <p><b>Threading:</b> the agent's own thread, once.
 *
 * <p><b>Tests:</b> {@code CompiledApartTest}.
 */
package io.agentprofiler.agent.jit;
