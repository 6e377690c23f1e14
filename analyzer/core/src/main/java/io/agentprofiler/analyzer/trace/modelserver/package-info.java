// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the agent sampled of model servers: sums for the report, and the load that a call met.
 */
package io.agentprofiler.analyzer.trace.modelserver;
