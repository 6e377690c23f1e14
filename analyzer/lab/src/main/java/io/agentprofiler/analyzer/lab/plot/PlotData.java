// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import io.agentprofiler.analyzer.answer.score.Quality;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.score.QualityLog.MetricStats;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoreGroup;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoredEntry;
import io.agentprofiler.analyzer.answer.score.QualityLog.Use;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.lab.plot.CallPoints.CallPoint;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.chart.Box;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the charts show. Models are in the order of their names.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param calls tokens of each call, by model and what made it
 * @param callsUnknown calls that did not report both numbers
 * @param callsLeftOut calls that did and are not among those kept
 * @param models run times and tokens of workflows by model
 * @param workflowsLeftOut workflows that are not among those kept, of those that began last
 * @param metrics names of the scores, in order
 * @param scores scores by workflow, model and configuration
 * @param scoresUnmatched scores whose workflow is not in the input
 */
public record PlotData(
        List<Series> calls,
        long callsUnknown,
        long callsLeftOut,
        List<Model> models,
        long workflowsLeftOut,
        List<String> metrics,
        List<Scores> scores,
        long scoresUnmatched) {
    private static final double NANOS = 1e9;

    public PlotData {
        calls = List.copyOf(calls);
        models = List.copyOf(models);
        metrics = List.copyOf(metrics);
        scores = List.copyOf(scores);
    }

    /**
     * Model calls.
     *
     * @param function agent, tool, step or workflow that made them; "" where there is none
     * @param points the calls by start
     */
    public record Series(String model, String function, List<CallPoint> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /**
     * The workflows that called a model.
     *
     * @param workflows how many
     * @param seconds from the start of a workflow's first call of the model to the end of the last one; {@code null} where that is known
     *     of none
     * @param untimed workflows not in {@code seconds}: one of the calls has no end, or they took no time
     * @param prompt mean of the prompt tokens of a workflow's calls of the model, of those that reported them; NaN where none did
     * @param completion mean of the completion tokens, likewise
     * @param uncounted workflows in neither of these, since one or both numbers are not known
     */
    public record Model(
            String name, long workflows, Box seconds, long untimed, double prompt, double completion, long uncounted) {}

    /**
     * Scores of the workflows of a group.
     *
     * @param group {@code null} for evaluations that are no part of a workflow
     * @param metrics the scores
     */
    public record Scores(ScoreGroup group, SortedMap<String, MetricStats> metrics) {}

    /**
     * Puts together what was recorded.
     *
     * @param given scores from files
     */
    public static PlotData of(CallPoints points, QualityLog log, List<Score> given) {
        Quality quality = Quality.of(log, given);
        List<Scores> scores = new ArrayList<>();
        quality.rows().forEach((group, row) -> scores.add(new Scores(group, row.metrics())));
        scores.add(new Scores(null, quality.ofNoWorkflow()));
        scores.removeIf(one -> one.metrics().isEmpty());
        SortedSet<String> metrics = new TreeSet<>();
        scores.forEach(one -> metrics.addAll(one.metrics().keySet()));
        return new PlotData(
                series(points.points()),
                points.unknown(),
                points.dropped(),
                models(log.entries()),
                log.dropped(),
                new ArrayList<>(metrics),
                scores,
                quality.unmatched().size());
    }

    private static List<Series> series(Collection<CallPoint> points) {
        Map<List<String>, List<CallPoint>> series = new TreeMap<>(
                Comparator.comparing((List<String> names) -> names.get(0)).thenComparing(names -> names.get(1)));
        for (CallPoint point : points) {
            series.computeIfAbsent(List.of(point.model(), point.function()), any -> new ArrayList<>())
                    .add(point);
        }
        return series.entrySet().stream()
                .map(one -> new Series(one.getKey().get(0), one.getKey().get(1), one.getValue()))
                .toList();
    }

    private static List<Model> models(List<ScoredEntry> entries) {
        SortedMap<String, List<Use>> uses = new TreeMap<>();
        for (ScoredEntry entry : entries) {
            if (!entry.evaluationOnly()) {
                for (Use use : entry.uses()) {
                    if (use.isOfModel()) {
                        uses.computeIfAbsent(use.group().model(), any -> new ArrayList<>())
                                .add(use);
                    }
                }
            }
        }
        return uses.entrySet().stream()
                .map(one -> model(one.getKey(), one.getValue()))
                .toList();
    }

    private static Model model(String name, List<Use> uses) {
        double[] seconds = uses.stream()
                .filter(use -> use.callNanos() > 0)
                .mapToDouble(use -> use.callNanos() / NANOS)
                .toArray();
        Distribution prompt = new Distribution();
        Distribution completion = new Distribution();
        for (Use use : uses) {
            Tokens tokens = use.tokens();
            if (tokens.input() >= 0 && tokens.output() >= 0) {
                prompt.add(tokens.input());
                completion.add(tokens.output());
            }
        }
        return new Model(
                name,
                uses.size(),
                seconds.length == 0 ? null : Box.of(seconds),
                uses.size() - seconds.length,
                mean(prompt),
                mean(completion),
                uses.size() - prompt.count());
    }

    private static double mean(Distribution tokens) {
        return tokens.count() == 0 ? Double.NaN : tokens.mean();
    }
}
