// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.lab.forecast.predict.Features;
import io.agentprofiler.analyzer.lab.forecast.predict.Fitted;
import io.agentprofiler.analyzer.lab.forecast.predict.NaivePredictor;
import io.agentprofiler.analyzer.lab.forecast.predict.Predictor;
import io.agentprofiler.analyzer.lab.forecast.predict.Sample;
import io.agentprofiler.analyzer.lab.forecast.predict.Samples;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.Entry;
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
    public static Forecasts train(List<Entry> entries, long seed, Consumer<Target> progress) {
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
    public static Forecasts score(ForecastModel model, List<Entry> entries) {
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
}
