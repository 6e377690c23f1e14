// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.serve.state;

import io.agentprofiler.analyzer.forecast.stage.StagedWorkflow;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.published.PublishedForecast;
import io.agentprofiler.analyzer.published.PublishedModel;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.forecast.Forecast;
import io.agentprofiler.forecast.NextTools;
import io.agentprofiler.forecast.Stage;
import io.agentprofiler.forecast.StageModel;
import io.agentprofiler.forecast.StageTarget;
import java.util.EnumMap;
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
    private static final double NANOS = 1e9;
    private static final double MINUTE = 60;
    private static final double TEN = 10;
    private static final double MILLI = 1000;

    /** Copies the map. */
    public Progress {
        forecasts = Map.copyOf(forecasts);
    }

    /**
     * Asks a model.
     *
     * @param nowNanos the moment, nanoseconds since 1970
     * @param source whose model it is
     * @return {@code null} where too few earlier workflows were at this stage to tell the time to go
     */
    static Progress of(StageModel model, Trace trace, long nowNanos, ForecastSource source) {
        Stage stage = StagedWorkflow.now(trace);
        double since = Math.max(0, nowNanos - StagedWorkflow.since(trace)) / NANOS;
        Map<StageTarget, Forecast> forecasts = new EnumMap<>(StageTarget.class);
        for (StageTarget target : StageTarget.values()) {
            Forecast forecast = model.forecast(target, stage, since);
            if (forecast != null) {
                forecasts.put(target, forecast);
            }
        }
        return forecasts.containsKey(StageTarget.SECONDS)
                ? new Progress(forecasts, model.nextTool(stage), source)
                : null;
    }

    /**
     * Takes what an agent published when the stage began; what has passed since is taken off.
     *
     * @param nowNanos the moment, nanoseconds since 1970
     * @return {@code null} where it is not of the stage that the workflow has reached, or tells no time to go, or one that has passed
     */
    static Progress of(PublishedForecast published, PublishedModel model, Trace trace, long nowNanos) {
        Forecast told = published.forecasts().get(StageTarget.SECONDS);
        if (told == null
                || published.epochNanos() == SpanEvent.ABSENT
                || published.ended() < StagedWorkflow.now(trace).ended()) {
            return null;
        }
        Forecast left = told.after(Math.max(0, nowNanos - published.epochNanos()) / NANOS);
        if (left == null) {
            return null;
        }
        Map<StageTarget, Forecast> forecasts = new EnumMap<>(published.forecasts());
        forecasts.put(StageTarget.SECONDS, left);
        return new Progress(forecasts, published.nextTool(), ForecastSource.agent(published, model));
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
        return String.format(Locale.ROOT, value < TEN && largest >= 1 ? "%.1f" : "%.0f", value);
    }
}
