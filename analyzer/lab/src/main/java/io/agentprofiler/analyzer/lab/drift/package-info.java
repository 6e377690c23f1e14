// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Whether two sides agree within tolerances: {@code drift}. {@link io.agentprofiler.analyzer.lab.drift.DriftFigures} lists
 * the compared figures, {@link io.agentprofiler.analyzer.lab.drift.DriftJudge} judges them; figures and tests are those of
 * comparisons.
 */
package io.agentprofiler.analyzer.lab.drift;
