// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Event logs of the Agent Trajectory Observability Format (ATOF 0.1): scopes that begin and end.
 *
 * <p>{@link io.agentprofiler.analyzer.formats.atof.AtofReader} is the reader. Of ATIF it uses how payloads are told.
 */
package io.agentprofiler.analyzer.formats.atof;
