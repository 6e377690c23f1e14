// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

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

    /**
     * Returns what is left of a time that was forecast when a part of it has passed.
     *
     * @param seconds how much has passed
     * @return {@code null} if it was to be over by now: what is to come is not known then, and surely not nothing
     */
    public Forecast after(double seconds) {
        if (seconds <= 0) {
            return this;
        }
        return value <= seconds || high <= seconds
                ? null
                : new Forecast(
                        value - seconds,
                        hasInterval() ? Math.max(0, low - seconds) : Double.NaN,
                        high - seconds,
                        workflows);
    }
}
