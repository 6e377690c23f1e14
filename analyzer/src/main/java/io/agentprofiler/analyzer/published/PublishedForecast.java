// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.published;

import io.agentprofiler.analyzer.input.event.RunEvent;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.forecast.Forecast;
import io.agentprofiler.forecast.StageTarget;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was forecast of a workflow at a stage.
 *
 * @param trace the workflow
 * @param ended how many of its model and tool calls had ended
 * @param forecasts what was told; a target of which nothing was is missing
 * @param nextTool the tool that was told to be next, {@code null} where none was
 */
public record PublishedForecast(TraceId trace, int ended, Map<StageTarget, Forecast> forecasts, String nextTool) {
    /** Reads a record; {@code null} where it does not say at which stage. A target that is not whole is left out. */
    static PublishedForecast of(RunEvent.Forecast event) {
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
                                told.get("workflows") instanceof Number workflows ? workflows.intValue() : 0));
            }
        }
        return new PublishedForecast(
                event.trace(),
                ended.intValue(),
                forecasts,
                fields.get("next_tool") instanceof Map<?, ?> next && next.get("tool") instanceof String tool
                        ? tool
                        : null);
    }

    private static double number(Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
