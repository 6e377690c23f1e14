// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Recorded workflows as what a model server is asked to do, and when. */
package io.agentprofiler.analyzer.lab.simulate.recording;
