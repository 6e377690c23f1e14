// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;

/**
 * A measured value that exceeds a threshold.
 *
 * @param threshold the exceeded threshold
 * @param value the measured value, in the threshold's unit
 * @param limit the threshold's value
 */
public record Measured(Threshold threshold, double value, double limit) {}
