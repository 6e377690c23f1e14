// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import io.agentprofiler.analyzer.answer.report.ReportPart;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.score.Score;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** {@code report --format plots}: charts that compare models, as pictures and on the page. */
public final class PlotReportPart implements ReportPart {
    @Override
    public String word() {
        return "plots";
    }

    @Override
    public List<Analysis<?>> analyses() {
        return List.of(QualityLog.ANALYSIS, CallPoints.ANALYSIS);
    }

    @Override
    public List<Analysis<?>> pageAnalyses() {
        return analyses();
    }

    @Override
    public Map<String, Consumer<JsonGenerator>> page(Outcome outcome, List<Score> scores) {
        return Map.of("plots", json -> PlotJson.write(data(outcome, scores), json));
    }

    static PlotData data(Outcome outcome, List<Score> scores) {
        return PlotData.of(
                outcome.summary().get(CallPoints.ANALYSIS), outcome.summary().get(QualityLog.ANALYSIS), scores);
    }

    @Override
    public Writing open(Path directory, CallLimits limits) {
        return new PlotPictures(directory);
    }
}
