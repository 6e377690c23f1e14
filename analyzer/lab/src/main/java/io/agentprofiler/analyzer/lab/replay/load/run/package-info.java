// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What is sent, a level of load while it runs, and what came of it. */
package io.agentprofiler.analyzer.lab.replay.load.run;
