// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** One class for each log format, from records to turns. */
package io.agentprofiler.analyzer.formats.sessions.log;
