// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of forecasts in the agent. */
package io.agentprofiler.agent.forecast;
