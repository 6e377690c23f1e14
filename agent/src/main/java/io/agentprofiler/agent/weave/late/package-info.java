// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Changes classes that are loaded already, which other threads may be using.
 *
 * <p><b>Threading:</b> the agent's thread.
 *
 * <p><b>Tests:</b> {@code RetransformationTest}.
 */
package io.agentprofiler.agent.weave.late;
