// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Forecasts of workflows that go on, at every stage: after each call that has ended. {@code StageTableTest} and {@code
 * StageTrainerTest} cover them.
 */
package io.agentprofiler.analyzer.lab.forecast.stage;
