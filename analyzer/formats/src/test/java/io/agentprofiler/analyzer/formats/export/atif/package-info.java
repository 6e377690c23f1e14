// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Trajectories written and read back. */
package io.agentprofiler.analyzer.formats.export.atif;
