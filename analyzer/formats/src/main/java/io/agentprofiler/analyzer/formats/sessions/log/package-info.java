// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** A class for each log: from its records to turns. */
package io.agentprofiler.analyzer.formats.sessions.log;
