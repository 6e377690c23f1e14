// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import io.agentprofiler.analyzer.lab.size.Estimate.Answer;
import io.agentprofiler.analyzer.lab.size.Fit.Point;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The sizing of a system.
 *
 * @param targets what is wanted
 * @param levels what was measured, fewest workflows at once first
 * @param latencyFit how the 95th percentile of model calls grows
 * @param runTimeFit how the 95th percentile of workflows grows
 * @param byLatency what the target of latency needs
 * @param byRunTime what the target of run time needs
 */
public record Sizing(
        Targets targets, List<Level> levels, Fit latencyFit, Fit runTimeFit, Estimate byLatency, Estimate byRunTime) {
    /**
     * A guess from one level alone: GPUs for the users if time grew in proportion; NaN without the target.
     *
     * @param byLatency by the target of latency
     * @param byRunTime by the target of run time
     */
    public record Guess(double byLatency, double byRunTime) {
        static final Guess NONE = new Guess(Double.NaN, Double.NaN);
    }

    /** Computes the sizing. */
    public static Sizing of(List<Level> levels, Targets targets) {
        Fit latency = Fitter.fit(points(levels, Level::latency));
        Fit runTime = Fitter.fit(points(levels, Level::runTime));
        return new Sizing(
                targets,
                List.copyOf(levels),
                latency,
                runTime,
                Estimate.of(latency, targets.latency(), targets),
                Estimate.of(runTime, targets.runTime(), targets));
    }

    private static List<Point> points(List<Level> levels, ToDoubleFunction<Level> time) {
        return levels.stream()
                .filter(Level::isValid)
                .map(level -> new Point(level.concurrency(), time.applyAsDouble(level)))
                .toList();
    }

    /** Returns the guess from a level; nothing where a target is missed there. */
    public Guess guess(Level level) {
        boolean missed = targets.latency() > 0 && level.latency() > targets.latency()
                || targets.runTime() > 0 && level.runTime() > targets.runTime();
        if (missed || !level.isValid() || targets.users() <= 0) {
            return Guess.NONE;
        }
        double sizes = targets.users() / level.concurrency() * targets.gpus();
        return new Guess(
                targets.latency() > 0 ? sizes * (level.latency() / targets.latency()) : Double.NaN,
                targets.runTime() > 0 ? sizes * (level.runTime() / targets.runTime()) : Double.NaN);
    }

    /** Returns the GPUs that meet every target, not rounded; NaN where one of them has no answer. */
    public double gpus() {
        double gpus = Double.NaN;
        for (Estimate estimate : List.of(byLatency, byRunTime)) {
            if (estimate.answer() != Answer.NOT_ASKED) {
                if (!estimate.isAnswered()) {
                    return Double.NaN;
                }
                gpus = Double.isNaN(gpus) ? estimate.gpus() : Math.max(gpus, estimate.gpus());
            }
        }
        return gpus;
    }

    /**
     * What is wanted of the system, and what it was measured on.
     *
     * @param latency seconds that the 95th percentile of model calls may take; 0 where it does not matter
     * @param runTime seconds that the 95th percentile of workflows may take; 0 where it does not matter
     * @param users workflows at once that are to be served; 0 where only the line is wanted
     * @param gpus GPUs, or replicas, that the measured system had
     */
    public record Targets(double latency, double runTime, double users, double gpus) {
        /** Answers whether there is anything to estimate. */
        public boolean areGiven() {
            return users > 0 && (latency > 0 || runTime > 0);
        }
    }
}
