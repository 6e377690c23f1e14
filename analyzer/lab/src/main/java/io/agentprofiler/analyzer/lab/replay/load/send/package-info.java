// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Requests on their way and what came back: the only place of a load that connects anywhere. */
package io.agentprofiler.analyzer.lab.replay.load.send;
