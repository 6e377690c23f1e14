// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

/**
 * A limit from which a value is reported. Rules declare their thresholds; users can set all of them.
 *
 * @param name its name in files and options
 * @param standard the default value
 * @param meaning what it limits, for people
 */
public record Threshold(String name, double standard, String meaning) {
    /** Nanoseconds in a millisecond, the unit of thresholds that limit a time. */
    public static final double MILLI = 1e6;
}
