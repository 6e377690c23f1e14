// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.view;

import io.agentprofiler.analyzer.base.output.CsvFile;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.lab.forecast.Fitted;
import io.agentprofiler.analyzer.lab.forecast.ForecastModel.TargetModel;
import io.agentprofiler.analyzer.lab.forecast.Forecasts;
import io.agentprofiler.analyzer.lab.forecast.Samples.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@code forecasts.csv}: a row for each forecast that the scores are made of. */
public final class ForecastsCsv {
    private ForecastsCsv() {}

    /** Writes the file; it appears only when it is complete. */
    public static void write(Path target, Forecasts forecasts) throws IOException {
        PrivateFiles.write(target, stream -> {
            try (CsvFile csv = new CsvFile(stream)) {
                write(csv, forecasts);
            }
        });
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
