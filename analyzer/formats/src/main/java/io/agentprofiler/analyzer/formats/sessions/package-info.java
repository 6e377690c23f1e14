// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Session logs of coding agents: what such an agent writes of itself, and traces that were made of that, a line a model call.
 *
 * <p>{@link io.agentprofiler.analyzer.formats.sessions.SessionReader} is the reader. {@code log} knows a log's records; {@code AgentRun} is
 * what they tell of one question of a user, and {@code TurnSpans} makes spans of it. Of ATIF it uses how payloads are told.
 */
package io.agentprofiler.analyzer.formats.sessions;
