// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What was sent, written as a run in the agent's own trace format, so that every command reads it. */
package io.agentprofiler.analyzer.lab.replay.load.trace;
