// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Recorded workflows as requests to a model server over time. */
package io.agentprofiler.analyzer.lab.simulate.recording;
