// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.jfr;

import io.agentprofiler.shared.forecast.StageTarget;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** Makes the fields of a segment's FORECAST record of the event that holds the same. */
final class JfrForecast {
    /** How the fields of each target begin. */
    private static final Map<StageTarget, String> FIELDS = Map.of(
            StageTarget.SECONDS, "remainingSeconds",
            StageTarget.CALLS, "remainingCalls",
            StageTarget.USD, "remainingUsd",
            StageTarget.INPUT, "nextInputTokens",
            StageTarget.OUTPUT, "nextOutputTokens");

    private JfrForecast() {}

    static Map<String, Object> fields(RecordedEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("ended_calls", (long) event.getInt("endedCalls"));
        for (StageTarget target : StageTarget.values()) {
            String field = FIELDS.get(target);
            Map<String, Object> forecast = new LinkedHashMap<>();
            known(forecast, "value", event, field);
            known(forecast, "low", event, field + "Low");
            known(forecast, "high", event, field + "High");
            known(forecast, "workflows", event, field + "From");
            if (!forecast.isEmpty()) {
                fields.put(target.word(), forecast);
            }
        }
        if (event.hasField("lastCall") && event.getString("lastCall") != null) {
            fields.put("last_call", event.getString("lastCall"));
        }
        if (event.hasField("nextTool") && event.getString("nextTool") != null) {
            Map<String, Object> next = new LinkedHashMap<>();
            next.put("tool", event.getString("nextTool"));
            known(next, "share", event, "nextToolShare");
            known(next, "workflows", event, "nextToolFrom");
            fields.put("next_tool", next);
        }
        return fields;
    }

    /** Puts a number where it is known. */
    private static void known(Map<String, Object> fields, String name, RecordedEvent event, String field) {
        if (event.hasField(field) && event.getValue(field) instanceof Number number && number.doubleValue() >= 0) {
            fields.put(name, number);
        }
    }
}
