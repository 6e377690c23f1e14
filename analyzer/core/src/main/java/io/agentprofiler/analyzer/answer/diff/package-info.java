// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Compares two sides and separates changes from noise.
 *
 * <p>{@link io.agentprofiler.analyzer.answer.diff.side.Side} is an analysis like any other: exact sums over all workflows,
 * and a bounded sample of workflows for what needs single values. {@link io.agentprofiler.analyzer.answer.diff.Comparison}
 * compares two of them; {@link io.agentprofiler.analyzer.answer.diff.Gates} judges the result by the conditions of
 * {@code --fail-on}; {@code .view} describes both as one document. Everything is a pure function of its input: resampling
 * uses the same random numbers in every run.
 */
package io.agentprofiler.analyzer.answer.diff;
