// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import io.agentprofiler.agent.event.StageForecast;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.Outlook;
import io.agentprofiler.shared.forecast.StageTarget;

/**
 * Writes the fields of a forecast.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ForecastWriter {
    private static final JsonName WORKFLOW = new JsonName("workflow");
    private static final JsonName ENDED = new JsonName("ended_calls");
    private static final JsonName LAST = new JsonName("last_call");
    private static final JsonName LEVEL = new JsonName("interval_level");
    private static final JsonName VALUE = new JsonName("value");
    private static final JsonName LOW = new JsonName("low");
    private static final JsonName HIGH = new JsonName("high");
    private static final JsonName WORKFLOWS = new JsonName("workflows");
    private static final JsonName NEXT_TOOL = new JsonName("next_tool");
    private static final JsonName TOOL = new JsonName("tool");
    private static final JsonName SHARE = new JsonName("share");
    private static final StageTarget[] TARGETS = StageTarget.values();

    private final JsonLines out;
    private final JsonName[] names = new JsonName[TARGETS.length];

    ForecastWriter(JsonLines out) {
        this.out = out;
        for (StageTarget target : TARGETS) {
            names[target.ordinal()] = new JsonName(target.word());
        }
    }

    void write(StageForecast forecast) {
        Outlook outlook = forecast.outlook();
        out.text(WORKFLOW, outlook.stage().workflow());
        out.number(ENDED, outlook.stage().ended());
        if (!outlook.stage().last().isEmpty()) {
            out.text(LAST, outlook.stage().last());
        }
        out.decimal(LEVEL, Forecast.LEVEL);
        for (StageTarget target : TARGETS) {
            Forecast told = outlook.forecast(target);
            if (told != null) {
                out.beginObject(names[target.ordinal()]);
                out.decimal(VALUE, told.value());
                if (told.hasInterval()) {
                    out.decimal(LOW, told.low());
                    out.decimal(HIGH, told.high());
                }
                out.number(WORKFLOWS, told.workflows());
                out.endObject();
            }
        }
        NextTools.Next next = outlook.nextTool();
        if (next != null) {
            out.beginObject(NEXT_TOOL);
            out.text(TOOL, next.tool());
            out.decimal(SHARE, next.share());
            out.number(WORKFLOWS, next.workflows());
            out.endObject();
        }
    }
}
