// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.live.state.ForecastSource;
import io.agentprofiler.analyzer.live.state.Progress;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.StageTarget;

/** What is still to come of a workflow, for programs. What is not known has no field. */
final class ForecastJson {
    private ForecastJson() {}

    static Fields fields(Progress progress) {
        Fields fields = new Fields().put("words", progress.words());
        for (StageTarget target : StageTarget.values()) {
            Forecast forecast = progress.forecasts().get(target);
            if (forecast != null) {
                fields.put(
                        target.word(),
                        new Fields()
                                .put("value", forecast.value())
                                .put("low", forecast.hasInterval() ? forecast.low() : null)
                                .put("high", forecast.hasInterval() ? forecast.high() : null)
                                .put("workflows", forecast.workflows()));
            }
        }
        if (progress.nextTool() != null) {
            fields.put(
                    "next_tool",
                    new Fields()
                            .put("tool", progress.nextTool().tool())
                            .put("share", progress.nextTool().share())
                            .put("workflows", progress.nextTool().workflows()));
        }
        return fields.put("source", source(progress.source()));
    }

    private static Fields source(ForecastSource source) {
        Fields fields = new Fields()
                .put("by", source.by().word())
                .put("words", source.words())
                .put("model", source.model())
                .put("workflows", source.workflows())
                .put("until_epoch_ns", source.untilNanos());
        PublishedForecast published = source.published();
        return published == null
                ? fields
                : fields.put("stage_epoch_ns", published.epochNanos())
                        .put("ended_calls", published.ended())
                        .put("last_call", published.last().isEmpty() ? null : published.last());
    }
}
