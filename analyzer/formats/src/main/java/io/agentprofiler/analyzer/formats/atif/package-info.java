// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Trajectories of the Agent Trajectory Interchange Format (ATIF 1.0 to 1.8), read and written.
 *
 * <p>Depends on no other question. {@link io.agentprofiler.analyzer.formats.atif.AtifReader} is the reader. The parsers
 * create trajectories from values of any quality, and {@code span} creates spans from these.
 * {@link io.agentprofiler.analyzer.formats.atif.AtifCommand} is {@code export atif}, and {@code write} creates what it writes.
 * {@link io.agentprofiler.analyzer.formats.atif.OwnRecords} goes both ways.
 */
package io.agentprofiler.analyzer.formats.atif;
