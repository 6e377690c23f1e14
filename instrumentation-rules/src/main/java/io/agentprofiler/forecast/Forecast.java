// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.forecast;

/**
 * A forecast of one number.
 *
 * @param value what is expected
 * @param low lower end of the 90 % interval, {@link Double#NaN} where too few earlier workflows show it
 * @param high upper end of it
 * @param workflows from how many earlier workflows
 */
public record Forecast(double value, double low, double high, int workflows) {
    /** Share of values that an interval is to hold. */
    public static final double LEVEL = 0.9;

    /** Answers whether there is an interval. */
    public boolean hasInterval() {
        return !Double.isNaN(low);
    }
}
