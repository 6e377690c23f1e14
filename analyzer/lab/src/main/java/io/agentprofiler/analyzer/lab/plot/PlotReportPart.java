// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import io.agentprofiler.analyzer.answer.report.ReportPart;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.chart.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /**
     * Draws the charts as PNG files of one directory. A chart that has nothing to show is not written, and what an earlier report left
     * under its name is removed, so that it does not pass for one of this report.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class PlotPictures implements ReportPart.Writing {
        private static final String ENDING = ".png";

        private final Path directory;
        private final List<Path> written = new ArrayList<>();
        private final List<String> failures = new ArrayList<>();

        PlotPictures(Path directory) {
            this.directory = directory;
        }

        /**
         * Draws all that have something to show.
         *
         * @throws IOException when a picture of an earlier report cannot be removed
         */
        @Override
        public void write(Outcome outcome, List<Score> scores) throws IOException {
            for (PlotCharts.Named one : new PlotCharts(PlotReportPart.data(outcome, scores)).all()) {
                draw(one.name() + ENDING, one.chart());
            }
        }

        private void draw(String name, Chart chart) throws IOException {
            Path target = directory.resolve(name);
            Files.deleteIfExists(target);
            if (chart == null) {
                return;
            }
            try {
                chart.write(target);
                written.add(target);
            } catch (IOException e) {
                // a picture needs fonts, which a small Java installation may lack: the other files are written all the
                // same
                failures.add(name + " was not written: " + Reasons.of(e));
            } catch (LinkageError e) {
                failures.add(
                        name + " was not written: this Java installation lacks the module java.desktop (" + e + ")");
            }
        }

        @Override
        public List<Path> written() {
            return List.copyOf(written);
        }

        @Override
        public List<String> notes() {
            return List.copyOf(failures);
        }
    }
}
