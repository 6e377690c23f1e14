// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.answer.score.Quality;
import io.agentprofiler.analyzer.answer.score.QualityLog.MetricStats;
import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What the recording says about the quality of models: how many calls succeeded, and scores of the workflows that called them most. */
public final class ModelQuality {
    private static final double PERCENT = 100.0;

    private ModelQuality() {}

    /** Returns a line for each of the models that was called. */
    public static List<String> of(List<String> models, ModelTimes times, Quality quality) {
        List<String> lines = new ArrayList<>();
        for (String model : models.stream().distinct().toList()) {
            ModelTimes.Model calls = times.byModel().get(model);
            if (calls != null) {
                lines.add(line(model, calls, quality));
            }
        }
        return lines;
    }

    private static String line(String model, ModelTimes.Model calls, Quality quality) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %,d of %,d calls succeeded (%.1f %%)",
                model,
                calls.succeeded(),
                calls.calls(),
                PERCENT * calls.succeeded() / calls.calls()));
        Map<String, double[]> sums = new TreeMap<>();
        quality.rows().forEach((group, row) -> {
            if (group.model().equals(model)) {
                row.metrics()
                        .forEach((metric, stats) -> add(sums.computeIfAbsent(metric, any -> new double[2]), stats));
            }
        });
        sums.forEach((metric, sum) -> line.append(
                String.format(Locale.ROOT, "; %s %.3g on average (n=%.0f)", metric, sum[0] / sum[1], sum[1])));
        if (sums.isEmpty()) {
            line.append("; no scores");
        }
        return line.toString();
    }

    private static void add(double[] sum, MetricStats stats) {
        sum[0] += stats.mean() * stats.count();
        sum[1] += stats.count();
    }
}
