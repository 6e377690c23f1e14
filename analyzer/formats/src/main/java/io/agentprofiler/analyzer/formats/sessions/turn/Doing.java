// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.turn;

/** Something an agent does. */
sealed interface Doing permits ModelCall, ToolRun {}
