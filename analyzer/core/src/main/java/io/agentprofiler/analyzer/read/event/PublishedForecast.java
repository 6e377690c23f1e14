// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was forecast of a workflow at a stage.
 *
 * @param trace the workflow
 * @param epochNanos when the stage began, nanoseconds since 1970, or absent
 * @param ended how many of its model and tool calls had ended
 * @param last the call that had ended last, {@code llm gpt-4o} or {@code tool search}; empty where none had or it is not known
 * @param forecasts what was told; a target of which nothing was is missing
 * @param nextTool the tool that was told to be next, {@code null} where none was; how likely is {@link Double#NaN} where not known
 */
public record PublishedForecast(
        TraceId trace,
        long epochNanos,
        int ended,
        String last,
        Map<StageTarget, Forecast> forecasts,
        NextTools.Next nextTool) {
    /** Copies the map. */
    public PublishedForecast {
        forecasts = Map.copyOf(forecasts);
    }

    /** Reads a record; {@code null} where it does not say at which stage. A target that is not whole is left out. */
    public static PublishedForecast of(RunEvent.Forecast event) {
        Map<String, Object> fields = event.fields();
        if (!(fields.get("ended_calls") instanceof Number ended) || ended.longValue() != ended.intValue()) {
            return null;
        }
        Map<StageTarget, Forecast> forecasts = new EnumMap<>(StageTarget.class);
        for (StageTarget target : StageTarget.values()) {
            if (fields.get(target.word()) instanceof Map<?, ?> told && told.get("value") instanceof Number value) {
                forecasts.put(
                        target,
                        new Forecast(
                                value.doubleValue(),
                                number(told.get("low")),
                                number(told.get("high")),
                                count(told.get("workflows"))));
            }
        }
        return new PublishedForecast(
                event.trace(),
                event.epochNanos(),
                ended.intValue(),
                fields.get("last_call") instanceof String call ? call : "",
                forecasts,
                fields.get("next_tool") instanceof Map<?, ?> next && next.get("tool") instanceof String tool
                        ? new NextTools.Next(tool, number(next.get("share")), count(next.get("workflows")))
                        : null);
    }

    private static int count(Object value) {
        return value instanceof Number number ? number.intValue() : 0;
    }

    private static double number(Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
