// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Trajectories: every version and layout, what is missing in them, and what is wrong with them. */
package io.agentprofiler.analyzer.formats.atif;
