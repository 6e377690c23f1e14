// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What an agent did for one question of a user: calls of models, tools and further agents; and the spans of it. */
package io.agentprofiler.analyzer.formats.sessions.turn;
