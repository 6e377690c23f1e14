// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Session logs of coding agents, and traces derived from them with one line per model call.
 *
 * <p>{@link io.agentprofiler.analyzer.formats.sessions.SessionReader} is the reader. {@code log} knows a log's records;
 * {@code AgentRun} is the work on one user question, and {@code TurnSpans} creates its spans. It shares the handling of
 * payloads with ATIF.
 */
package io.agentprofiler.analyzer.formats.sessions;
