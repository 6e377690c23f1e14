// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Matches requests to recorded calls: the fitting calls, the best one, the differences, and the calls requested so far. */
package io.agentprofiler.analyzer.lab.replay.match;
