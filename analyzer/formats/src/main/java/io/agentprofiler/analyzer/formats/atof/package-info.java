// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Event logs of the Agent Trajectory Observability Format (ATOF 0.1): scopes that begin and end.
 *
 * <p>{@link io.agentprofiler.analyzer.formats.atof.AtofReader} is the reader. It shares the handling of payloads with ATIF.
 */
package io.agentprofiler.analyzer.formats.atof;
