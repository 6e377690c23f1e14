// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Forecasts for workflows in progress, at every stage: after each finished call. {@code StageTableTest} and
 * {@code StageTrainerTest} cover them.
 */
package io.agentprofiler.analyzer.lab.forecast.stage;
