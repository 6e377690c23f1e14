// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.Locale;
import java.util.Map;

/**
 * What is to be expected of a workflow that goes on.
 *
 * @param forecasts what earlier workflows at this stage tell; what they do not tell is missing
 * @param nextTool the tool that is most likely next, {@code null} where nothing is known
 * @param source who tells it
 */
public record Progress(Map<StageTarget, Forecast> forecasts, NextTools.Next nextTool, ForecastSource source) {
    private static final double MINUTE = 60;
    private static final double WHOLE_NUMBERS_FROM = 10;
    private static final double MILLI = 1000;

    /** Copies the map. */
    public Progress {
        forecasts = Map.copyOf(forecasts);
    }

    /** Returns it for people: {@code about 12 s and 3 calls to go (90 %: 6-21 s)}. */
    public String words() {
        Forecast seconds = forecasts.get(StageTarget.SECONDS);
        Forecast calls = forecasts.get(StageTarget.CALLS);
        long left = calls == null ? 0 : Math.round(calls.value());
        // one unit for all three, that of the largest
        double largest = seconds.hasInterval() ? seconds.high() : seconds.value();
        String range = seconds.hasInterval()
                ? " (90 %: " + number(seconds.low(), largest) + "-" + number(seconds.high(), largest) + unit(largest)
                        + ")"
                : "";
        return "about " + number(seconds.value(), largest) + unit(largest)
                + (calls == null ? "" : " and " + left + (left == 1 ? " call" : " calls")) + " to go" + range;
    }

    private static String unit(double largest) {
        return largest < 1 ? " ms" : largest < 2 * MINUTE ? " s" : " min";
    }

    private static String number(double seconds, double largest) {
        double value = largest < 1 ? seconds * MILLI : largest < 2 * MINUTE ? seconds : seconds / MINUTE;
        return String.format(Locale.ROOT, value < WHOLE_NUMBERS_FROM && largest >= 1 ? "%.1f" : "%.0f", value);
    }
}
