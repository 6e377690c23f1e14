// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The content of a line or event of a trace file, independent of the format. */
package io.agentprofiler.analyzer.read.event;
