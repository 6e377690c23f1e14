// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of forecasts for workflows in progress. */
package io.agentprofiler.analyzer.lab.forecast.stage;
