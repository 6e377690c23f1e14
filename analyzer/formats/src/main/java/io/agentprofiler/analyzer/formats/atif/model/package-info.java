// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Trajectories of the Agent Trajectory Interchange Format as values, of every version, and their lenient parser. */
package io.agentprofiler.analyzer.formats.atif.model;
