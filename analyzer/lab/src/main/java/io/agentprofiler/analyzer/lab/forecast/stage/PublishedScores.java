// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.stage;

import io.agentprofiler.analyzer.lab.forecast.stage.StagedWorkflow.Moment;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How the forecasts that an agent published did, compared with what then happened.
 *
 * @param published how many stages it told something of
 * @param compared how many of them were compared: each stage once, of workflows that succeeded
 * @param workflows in how many workflows
 * @param targets what was told, target by target
 * @param tools how often the next tool was told
 * @param toolHits how often it was that one
 */
public record PublishedScores(
        long published, int compared, int workflows, List<PublishedTarget> targets, int tools, int toolHits) {
    /** Copies the list. */
    public PublishedScores {
        targets = List.copyOf(targets);
    }

    /**
     * The forecasts of one target.
     *
     * @param target what was told
     * @param forecasts how often
     * @param error mean absolute error
     * @param mean mean of what happened
     * @param intervals how often with an interval
     * @param held how often what happened lay in it
     * @param width mean width of the intervals, {@link Double#NaN} where there is none
     */
    public record PublishedTarget(
            StageTarget target, int forecasts, double error, double mean, int intervals, int held, double width) {}

    /** What is counted of one target. */
    private static final class Sums {
        private int forecasts;
        private int intervals;
        private int held;
        private double error;
        private double happened;
        private double width;

        void add(Forecast told, double actual) {
            forecasts++;
            error += Math.abs(actual - told.value());
            happened += actual;
            if (told.hasInterval()) {
                intervals++;
                held += actual >= told.low() && actual <= told.high() ? 1 : 0;
                width += told.high() - told.low();
            }
        }

        PublishedTarget of(StageTarget target) {
            return new PublishedTarget(
                    target,
                    forecasts,
                    error / forecasts,
                    happened / forecasts,
                    intervals,
                    held,
                    intervals == 0 ? Double.NaN : width / intervals);
        }
    }

    /**
     * Compares.
     *
     * @param all how many there were, of which {@code published} are the latest
     * @param workflows those that succeeded
     */
    public static PublishedScores of(long all, List<PublishedForecast> published, List<StagedWorkflow> workflows) {
        Map<TraceId, StagedWorkflow> byTrace = new HashMap<>();
        workflows.forEach(workflow -> byTrace.put(workflow.trace(), workflow));
        Map<TraceId, Set<Integer>> seen = new HashMap<>();
        Sums[] sums = new Sums[StageTarget.values().length];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = new Sums();
        }
        int compared = 0;
        int tools = 0;
        int toolHits = 0;
        for (PublishedForecast forecast : published) {
            StagedWorkflow workflow = byTrace.get(forecast.trace());
            // segments and a flight recording of one run hold each forecast twice
            if (workflow == null
                    || forecast.ended() >= workflow.moments().size()
                    || !seen.computeIfAbsent(forecast.trace(), any -> new HashSet<>())
                            .add(forecast.ended())) {
                continue;
            }
            compared++;
            Moment moment = workflow.moments().get(forecast.ended());
            forecast.forecasts().forEach((target, told) -> {
                double actual = moment.value(target);
                if (!Double.isNaN(actual)) {
                    sums[target.ordinal()].add(told, actual);
                }
            });
            if (forecast.nextTool() != null) {
                tools++;
                toolHits += forecast.nextTool().tool().equals(moment.nextTool()) ? 1 : 0;
            }
        }
        List<PublishedTarget> targets = new ArrayList<>();
        for (StageTarget target : StageTarget.values()) {
            if (sums[target.ordinal()].forecasts > 0) {
                targets.add(sums[target.ordinal()].of(target));
            }
        }
        return new PublishedScores(all, compared, seen.size(), targets, tools, toolHits);
    }
}
