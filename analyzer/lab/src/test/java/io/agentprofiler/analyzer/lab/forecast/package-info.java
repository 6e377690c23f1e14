// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of the forecasts. */
package io.agentprofiler.analyzer.lab.forecast;
