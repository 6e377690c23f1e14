// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Trajectories of the Agent Trajectory Interchange Format (ATIF 1.0 to 1.8) as traces.
 *
 * <p>Names no other question. {@link io.agentprofiler.analyzer.formats.atif.AtifReader} is the reader, the parsers make
 * trajectories of values of any quality, {@code span} makes spans of those.
 */
package io.agentprofiler.analyzer.formats.atif;
