// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of forecasts of workflows that go on. */
package io.agentprofiler.analyzer.lab.forecast.stage;
