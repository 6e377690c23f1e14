// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Reads what was recorded of model calls off traces. */
package io.agentprofiler.analyzer.lab.replay.recording.read;
