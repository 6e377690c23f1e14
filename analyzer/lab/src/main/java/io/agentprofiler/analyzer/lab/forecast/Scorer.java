// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.base.stat.ConfidenceInterval;
import io.agentprofiler.analyzer.base.stat.Moments;
import io.agentprofiler.analyzer.lab.forecast.TargetScore.Score;
import io.agentprofiler.analyzer.lab.forecast.TargetScore.Verdict;
import io.agentprofiler.analyzer.lab.forecast.predict.Fitted;
import io.agentprofiler.analyzer.lab.forecast.predict.NaivePredictor;
import io.agentprofiler.analyzer.lab.forecast.predict.Predictor;
import io.agentprofiler.analyzer.lab.forecast.predict.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Scores predictors on samples they have not seen. */
final class Scorer {
    private static final double CONFIDENCE = 0.95;
    /** Errors that differ by less than this share of what is forecast differ by rounding. */
    private static final double ROUNDING = 1e-9;

    private Scorer() {}

    /** Scores the predictors of a target on at least one sample. */
    static TargetScore score(TargetModel model, List<Sample> samples) {
        List<Score> scores = new ArrayList<>();
        for (Fitted fitted : model.fitted()) {
            scores.add(score(fitted, samples));
        }
        int workflows =
                (int) samples.stream().mapToInt(Sample::workflow).distinct().count();
        double mean = samples.stream().mapToDouble(Sample::actual).average().orElse(Double.NaN);
        Fitted best = model.best();
        return new TargetScore(
                model.target(),
                samples.size(),
                workflows,
                mean,
                List.copyOf(scores),
                best.predictor().word(),
                verdict(best, model, scores, samples));
    }

    private static Score score(Fitted fitted, List<Sample> samples) {
        double error = 0;
        double width = 0;
        int inside = 0;
        for (Sample sample : samples) {
            double low = fitted.low(sample);
            double high = fitted.high(sample);
            error += error(fitted.predictor(), sample);
            width += high - low;
            inside += sample.actual() >= low && sample.actual() <= high ? 1 : 0;
        }
        int n = samples.size();
        return new Score(fitted.predictor().word(), error / n, (double) inside / n, width / n);
    }

    private static double error(Predictor predictor, Sample sample) {
        return Math.abs(sample.actual() - predictor.predict(sample));
    }

    private static Verdict verdict(Fitted best, TargetModel model, List<Score> scores, List<Sample> samples) {
        if (best.predictor() instanceof NaivePredictor) {
            return Verdict.NAIVE;
        }
        Predictor naive = null;
        double naiveError = Double.POSITIVE_INFINITY;
        double error = Double.NaN;
        for (int i = 0; i < scores.size(); i++) {
            Fitted fitted = model.fitted().get(i);
            if (fitted.predictor() instanceof NaivePredictor && scores.get(i).error() < naiveError) {
                naive = fitted.predictor();
                naiveError = scores.get(i).error();
            }
            error = fitted == best ? scores.get(i).error() : error;
        }
        double scale = samples.stream()
                .mapToDouble(sample -> Math.abs(sample.actual()))
                .average()
                .orElse(0);
        // both may be right to the last digit: which of them rounds better says nothing
        if (!(error < naiveError - ROUNDING * scale)) {
            return Verdict.NOT_BETTER;
        }
        return isBeyondChance(best.predictor(), naive, samples) ? Verdict.BETTER : Verdict.UNCLEAR;
    }

    /** Errors within a workflow hang together: so the mean difference of each workflow is one value. */
    private static boolean isBeyondChance(Predictor model, Predictor naive, List<Sample> samples) {
        Map<Integer, double[]> byWorkflow = new LinkedHashMap<>();
        for (Sample sample : samples) {
            double[] sum = byWorkflow.computeIfAbsent(sample.workflow(), any -> new double[2]);
            sum[0] += error(naive, sample) - error(model, sample);
            sum[1]++;
        }
        double[] gains =
                byWorkflow.values().stream().mapToDouble(sum -> sum[0] / sum[1]).toArray();
        return gains.length > 1
                && ConfidenceInterval.mean(Moments.mean(gains), Moments.variance(gains), gains.length, CONFIDENCE)
                                .low()
                        > 0;
    }
}
