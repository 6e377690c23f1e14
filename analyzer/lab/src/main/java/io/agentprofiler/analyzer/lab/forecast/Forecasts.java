// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.base.stat.ConfidenceInterval;
import io.agentprofiler.analyzer.base.stat.Moments;
import io.agentprofiler.analyzer.lab.forecast.ForecastModel.TargetModel;
import io.agentprofiler.analyzer.lab.forecast.Forecasts.TargetScore.NaiveVerdict;
import io.agentprofiler.analyzer.lab.forecast.Forecasts.TargetScore.Score;
import io.agentprofiler.analyzer.lab.forecast.Predictor.NaivePredictor;
import io.agentprofiler.analyzer.lab.forecast.Samples.Sample;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.LoggedWorkflow;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A model and how it did on workflows that began after those it was trained on.
 *
 * @param model the model
 * @param scores its scores, of targets that had samples
 * @param missing targets without a score, and why
 * @param heldOut the samples of the scores
 */
public record Forecasts(
        ForecastModel model, List<TargetScore> scores, Map<Target, String> missing, Map<Target, List<Sample>> heldOut) {
    /** Samples that a target's predictors are trained on, at most; the latest are taken. */
    public static final int MOST_SAMPLES = 10_000;

    /** Fewer samples than these do not make a model, an interval, a score. */
    private static final int MIN_TRAINING = 30;

    private static final int MIN_CALIBRATION = 20;
    private static final int MIN_HELD_OUT = 10;

    /** Where these are not there, fewer do: then errors are those on blocks that were not learned from. */
    private static final int MIN_IN_BLOCKS = 20;

    private static final int MIN_HELD_OUT_OF_BLOCKS = 5;
    private static final int BLOCKS = 5;

    /** The workflows are parted by start: for training, for the intervals, and for the score. */
    private static final double TRAINING = 0.6;

    private static final double CALIBRATION = 0.8;

    /**
     * Trains a model on the earlier workflows and scores it on the later ones.
     *
     * @param entries workflows by start
     * @param seed the same seed always gives the same model
     * @param progress is told of each target that is begun
     */
    public static Forecasts train(List<LoggedWorkflow> entries, long seed, Consumer<Target> progress) {
        int trained = (int) (entries.size() * TRAINING);
        int calibrated = (int) (entries.size() * CALIBRATION);
        Features features = Features.of(entries.subList(0, trained));
        Map<Target, List<Sample>> samples = Samples.of(entries, features);
        List<TargetModel> models = new ArrayList<>();
        Map<Target, String> missing = new EnumMap<>(Target.class);
        for (Target target : Target.values()) {
            List<Sample> training = part(samples.get(target), 0, trained);
            List<Sample> calibration = part(samples.get(target), trained, calibrated);
            List<Sample> heldOut = part(samples.get(target), calibrated, entries.size());
            boolean parted = training.size() >= MIN_TRAINING
                    && calibration.size() >= MIN_CALIBRATION
                    && heldOut.size() >= MIN_HELD_OUT;
            List<Sample> both = part(samples.get(target), 0, calibrated);
            if (!parted && (both.size() < MIN_IN_BLOCKS || heldOut.size() < MIN_HELD_OUT_OF_BLOCKS)) {
                missing.put(
                        target,
                        "too few to learn from: " + both.size() + " of " + MIN_IN_BLOCKS + " for training, "
                                + heldOut.size() + " of " + MIN_HELD_OUT_OF_BLOCKS + " for the score");
            } else {
                progress.accept(target);
                models.add(parted ? model(target, training, calibration, seed) : inBlocks(target, both, seed));
            }
        }
        ForecastModel model = new ForecastModel(seed, calibrated, features, models);
        return score(model, samples, calibrated, entries.size(), missing);
    }

    private static TargetModel model(Target target, List<Sample> training, List<Sample> calibration, long seed) {
        int leftOut = Math.max(0, training.size() - MOST_SAMPLES);
        List<Sample> latest = training.subList(leftOut, training.size());
        List<Fitted> fitted = predictors(latest, seed).stream()
                .map(predictor -> Fitted.of(predictor, calibration))
                .toList();
        return new TargetModel(target, latest.size(), leftOut, fitted);
    }

    /** Returns what can be learned. Of equal ones the first is chosen: nothing learned before something learned by chance. */
    private static List<Predictor> predictors(List<Sample> samples, long seed) {
        double mean = samples.stream().mapToDouble(Sample::actual).average().orElse(0);
        Trainer trainer = new Trainer(seed);
        return List.of(
                new NaivePredictor(true, mean),
                new NaivePredictor(false, mean),
                trainer.linear(samples),
                trainer.forest(samples));
    }

    /**
     * Learns from few samples: all of them train, and the errors are those that each predictor makes on each of {@value #BLOCKS} blocks
     * of workflows if it is learned from the others (cross-conformal prediction).
     */
    private static TargetModel inBlocks(Target target, List<Sample> samples, long seed) {
        List<Predictor> all = predictors(samples, seed);
        List<List<Double>> errors = new ArrayList<>();
        all.forEach(any -> errors.add(new ArrayList<>()));
        int workflows = samples.get(samples.size() - 1).workflow() + 1;
        for (int block = 0; block < BLOCKS; block++) {
            int from = workflows * block / BLOCKS;
            int to = workflows * (block + 1) / BLOCKS;
            List<Sample> rest = samples.stream()
                    .filter(sample -> sample.workflow() < from || sample.workflow() >= to)
                    .toList();
            List<Sample> told = part(samples, from, to);
            if (rest.isEmpty() || told.isEmpty()) {
                continue;
            }
            List<Predictor> learned = predictors(rest, seed);
            for (int i = 0; i < learned.size(); i++) {
                for (Sample sample : told) {
                    errors.get(i).add(sample.actual() - learned.get(i).predict(sample));
                }
            }
        }
        List<Fitted> fitted = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            fitted.add(Fitted.of(
                    all.get(i),
                    errors.get(i).stream().mapToDouble(Double::doubleValue).toArray()));
        }
        return new TargetModel(target, samples.size(), 0, fitted);
    }

    /** Scores a model of another time on workflows that are all new to it. */
    public static Forecasts score(ForecastModel model, List<LoggedWorkflow> entries) {
        return score(model, Samples.of(entries, model.features()), 0, entries.size(), new EnumMap<>(Target.class));
    }

    private static Forecasts score(
            ForecastModel model, Map<Target, List<Sample>> samples, int from, int to, Map<Target, String> missing) {
        List<TargetScore> scores = new ArrayList<>();
        Map<Target, List<Sample>> heldOut = new LinkedHashMap<>();
        for (TargetModel one : model.targets()) {
            List<Sample> late = part(samples.get(one.target()), from, to);
            if (late.isEmpty()) {
                missing.put(one.target(), "nothing of it happened in the input");
            } else {
                scores.add(Scorer.score(one, late));
                heldOut.put(one.target(), late);
            }
        }
        for (Target target : Target.values()) {
            if (model.targets().stream().noneMatch(one -> one.target() == target)) {
                missing.putIfAbsent(target, "the model does not tell it");
            }
        }
        return new Forecasts(model, List.copyOf(scores), missing, heldOut);
    }

    private static List<Sample> part(List<Sample> samples, int from, int to) {
        return samples.stream()
                .filter(sample -> sample.workflow() >= from && sample.workflow() < to)
                .toList();
    }

    /** Scores predictors on samples they have not seen. */
    private static final class Scorer {
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

        private static NaiveVerdict verdict(Fitted best, TargetModel model, List<Score> scores, List<Sample> samples) {
            if (best.predictor() instanceof NaivePredictor) {
                return NaiveVerdict.NAIVE;
            }
            Predictor naive = null;
            double naiveError = Double.POSITIVE_INFINITY;
            double error = Double.NaN;
            for (int i = 0; i < scores.size(); i++) {
                Fitted fitted = model.fitted().get(i);
                if (fitted.predictor() instanceof NaivePredictor
                        && scores.get(i).error() < naiveError) {
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
                return NaiveVerdict.NOT_BETTER;
            }
            return isBeyondChance(best.predictor(), naive, samples) ? NaiveVerdict.BETTER : NaiveVerdict.UNCLEAR;
        }

        /** Errors within a workflow hang together: so the mean difference of each workflow is one value. */
        private static boolean isBeyondChance(Predictor model, Predictor naive, List<Sample> samples) {
            Map<Integer, double[]> byWorkflow = new LinkedHashMap<>();
            for (Sample sample : samples) {
                double[] sum = byWorkflow.computeIfAbsent(sample.workflow(), any -> new double[2]);
                sum[0] += error(naive, sample) - error(model, sample);
                sum[1]++;
            }
            double[] gains = byWorkflow.values().stream()
                    .mapToDouble(sum -> sum[0] / sum[1])
                    .toArray();
            return gains.length > 1
                    && ConfidenceInterval.mean(Moments.mean(gains), Moments.variance(gains), gains.length, CONFIDENCE)
                                    .low()
                            > 0;
        }
    }

    /**
     * How the predictors of one target did on workflows they had not seen.
     *
     * @param target what was told
     * @param samples how many times
     * @param workflows in how many workflows
     * @param mean mean of what happened
     * @param scores each predictor's
     * @param best word of the predictor that the training had chosen
     * @param verdict whether it is better than the better of the two naive ones
     */
    public record TargetScore(
            Target target,
            int samples,
            int workflows,
            double mean,
            List<Score> scores,
            String best,
            NaiveVerdict verdict) {
        /** Comparison with a naive forecast. */
        public enum NaiveVerdict {
            /** Its error is smaller, by more than chance: the 95 % interval of the difference per workflow is above 0. */
            BETTER,
            /** Its error is smaller, but chance alone might do that. */
            UNCLEAR,
            /** Its error is not smaller. */
            NOT_BETTER,
            /** Training had found nothing better than the naive forecast already. */
            NAIVE
        }

        /**
         * A predictor's score.
         *
         * @param predictor its word
         * @param error mean absolute error
         * @param coverage share of what happened that lay in the interval, which is made to hold {@link Fitted#LEVEL}
         * @param width mean width of the intervals
         */
        public record Score(String predictor, double error, double coverage, double width) {}

        /** Returns the score of a predictor. */
        public Score score(String predictor) {
            return scores.stream()
                    .filter(score -> score.predictor().equals(predictor))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
