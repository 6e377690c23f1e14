// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of what is kept of agents' forecasts. */
package io.agentprofiler.analyzer.published;
