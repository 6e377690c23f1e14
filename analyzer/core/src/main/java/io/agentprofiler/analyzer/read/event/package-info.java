// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What a line or event of a trace file says, whatever the format. */
package io.agentprofiler.analyzer.read.event;
