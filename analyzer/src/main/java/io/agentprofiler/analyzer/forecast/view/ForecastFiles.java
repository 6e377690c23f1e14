// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.forecast.view;

import io.agentprofiler.analyzer.forecast.Forecasts;
import io.agentprofiler.analyzer.forecast.TargetModel;
import io.agentprofiler.analyzer.forecast.TargetScore;
import io.agentprofiler.analyzer.forecast.TargetScore.Score;
import io.agentprofiler.analyzer.forecast.predict.Fitted;
import io.agentprofiler.analyzer.forecast.predict.Sample;
import io.agentprofiler.analyzer.output.CsvFile;
import io.agentprofiler.analyzer.output.PrivateFiles;
import io.agentprofiler.analyzer.view.json.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** {@code forecast.json}, the scores, and {@code forecasts.csv}, every forecast they are made of. */
public final class ForecastFiles {
    private static final String FORMAT = "agent-profiler-forecast/1";

    private final Path directory;

    /**
     * Makes the directory where it does not exist.
     *
     * @throws IOException when it cannot be made
     */
    public ForecastFiles(Path directory) throws IOException {
        this.directory = directory;
        PrivateFiles.directory(directory);
    }

    /** Writes both files; returns them. */
    public List<Path> write(Forecasts forecasts) throws IOException {
        Path scores = directory.resolve("forecast.json");
        JsonFile.write(scores, json -> write(json, forecasts));
        Path rows = directory.resolve("forecasts.csv");
        PrivateFiles.write(rows, stream -> {
            try (CsvFile csv = new CsvFile(stream)) {
                write(csv, forecasts);
            }
        });
        return List.of(scores, rows);
    }

    private static void write(JsonGenerator json, Forecasts forecasts) {
        json.writeStartObject();
        json.writeStringProperty("format", FORMAT);
        json.writeStringProperty("seed", Long.toString(forecasts.model().seed()));
        json.writeNumberProperty("trained_workflows", forecasts.model().workflows());
        json.writeNumberProperty("interval_level", Fitted.LEVEL);
        json.writeArrayPropertyStart("targets");
        for (TargetScore target : forecasts.scores()) {
            json.writeStartObject();
            json.writeStringProperty("target", target.target().word());
            json.writeStringProperty("unit", target.target().unit());
            json.writeNumberProperty("samples", target.samples());
            json.writeNumberProperty("workflows", target.workflows());
            json.writeNumberProperty("mean", target.mean());
            json.writeStringProperty("best", target.best());
            json.writeStringProperty("verdict", target.verdict().name().toLowerCase(Locale.ROOT));
            json.writeArrayPropertyStart("predictors");
            for (Score score : target.scores()) {
                json.writeStartObject();
                json.writeStringProperty("kind", score.predictor());
                json.writeNumberProperty("mean_absolute_error", score.error());
                json.writeNumberProperty("interval_coverage", score.coverage());
                json.writeNumberProperty("interval_mean_width", score.width());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeObjectPropertyStart("missing");
        forecasts.missing().forEach((target, reason) -> json.writeStringProperty(target.word(), reason));
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void write(CsvFile csv, Forecasts forecasts) {
        csv.row("target", "trace_id", "call", "actual", "best", "low", "high", "last", "mean", "linear", "forest");
        for (TargetModel model : forecasts.model().targets()) {
            for (Sample sample : forecasts.heldOut().getOrDefault(model.target(), List.of())) {
                Fitted best = model.best();
                csv.row(
                        model.target().word(),
                        sample.trace().toString(),
                        Integer.toString(sample.call()),
                        Double.toString(sample.actual()),
                        Double.toString(best.predictor().predict(sample)),
                        Double.toString(best.low(sample)),
                        Double.toString(best.high(sample)),
                        prediction(model, "last", sample),
                        prediction(model, "mean", sample),
                        prediction(model, "linear", sample),
                        prediction(model, "forest", sample));
            }
        }
    }

    private static String prediction(TargetModel model, String kind, Sample sample) {
        return model.fitted().stream()
                .filter(fitted -> fitted.predictor().word().equals(kind))
                .map(fitted -> Double.toString(fitted.predictor().predict(sample)))
                .findFirst()
                .orElse("");
    }
}
