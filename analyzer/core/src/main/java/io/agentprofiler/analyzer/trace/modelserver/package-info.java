// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** The agent's samples of model servers: sums for the report, and the load at the time of a call. */
package io.agentprofiler.analyzer.trace.modelserver;
