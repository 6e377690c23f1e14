// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Calls answered from a recording. Finds the run, reads its files once, and keeps the answers in memory, with simple values
 * already re-created. Also decides what happens to calls that the recording does not answer, and reports them.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Tests:</b> {@code ReplayTest} here.
 */
package io.agentprofiler.agent.replay;
