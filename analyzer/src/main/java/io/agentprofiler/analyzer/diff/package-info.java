// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Two sides of a comparison, and what of their difference is more than noise.
 *
 * <p>{@link io.agentprofiler.analyzer.diff.side.Side} is an analysis like any other: exact sums over all workflows, and a
 * bounded sample of workflows for what needs single values. {@link io.agentprofiler.analyzer.diff.Comparison} holds two of
 * them against each other; {@link io.agentprofiler.analyzer.diff.gate.Gates} judges the outcome. Everything is a pure function of
 * its input: the random numbers of the resampling are the same in every run.
 */
package io.agentprofiler.analyzer.diff;
