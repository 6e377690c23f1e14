// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What was recorded of calls that can be answered: the run is found, its files are read once, and what answers calls is kept in memory,
 * with values without parts made again.
 *
 * <p><b>Threading:</b> read by one thread; what was read can be asked by any.
 *
 * <p><b>Tests:</b> {@code ReplayTest} of {@code replay}.
 */
package io.agentprofiler.agent.replay.recording;
