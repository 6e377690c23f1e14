// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Recorded workflows as what a load generator sends: which call comes after which, how long after, and what it asks. */
package io.agentprofiler.analyzer.lab.replay.load.script;
