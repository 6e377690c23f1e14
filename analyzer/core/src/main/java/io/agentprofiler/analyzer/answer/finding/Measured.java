// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

/**
 * What a finding was measured by.
 *
 * @param threshold which threshold it is over
 * @param value what was measured, in the threshold's measure
 * @param limit the threshold's value
 */
public record Measured(Threshold threshold, double value, double limit) {}
