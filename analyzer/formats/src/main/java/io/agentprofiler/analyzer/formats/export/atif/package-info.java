// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** {@code export atif}: workflows as trajectories of the Agent Trajectory Interchange Format. */
package io.agentprofiler.analyzer.formats.export.atif;
