// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The requests of a load test, a running level, and its results. */
package io.agentprofiler.analyzer.lab.replay.load.run;
