// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Calls answered from a recording: the run is found, its files are read once, and what answers calls is kept in memory, with values
 * without parts made again; what becomes of what the recording does not answer, and what is said of it.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Tests:</b> {@code ReplayTest} here.
 */
package io.agentprofiler.agent.replay;
