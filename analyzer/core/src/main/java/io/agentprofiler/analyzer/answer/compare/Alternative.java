// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import io.agentprofiler.analyzer.answer.compare.ComparedLog.CallCounts;
import io.agentprofiler.analyzer.answer.compare.ComparedLog.ComparedWorkflow;
import io.agentprofiler.analyzer.answer.diff.side.Side.CallCost;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoredEntry;
import io.agentprofiler.analyzer.answer.score.QualityLog.Use;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * One of the models or configurations that are compared: the workflows that were run on it.
 *
 * <p><b>Threading:</b> immutable once made.
 */
final class Alternative {
    private static final double MEDIAN = 50;
    private static final double SLOW = 95;

    /** The figures that alternatives are judged by, a value for each workflow that has one. */
    private final SortedMap<Objective, double[]> values = new TreeMap<>();

    private final String name;
    private final String input;
    private final AlternativeUses uses;
    private final SortedMap<String, Long> tasks = new TreeMap<>();
    private final Distribution runTimes = new Distribution();
    private final double[] tokens;
    private final double[] okWithFailures;
    private final CallCounts calls;
    private final long workflows;

    /**
     * The models and settings of an alternative.
     *
     * @param models by name
     * @param configuration settings that all its first calls asked for, empty where they differ or there are none
     */
    record AlternativeUses(List<String> models, String configuration) {
        /** Returns the models in words. */
        String label() {
            return String.join(" + ", models);
        }

        static AlternativeUses of(List<ScoredEntry> entries) {
            TreeSet<String> models = new TreeSet<>();
            TreeSet<String> configurations = new TreeSet<>();
            for (ScoredEntry entry : entries) {
                for (Use use : entry.uses()) {
                    if (use.isOfModel()) {
                        models.add(use.group().model());
                        configurations.add(use.group().configuration());
                    }
                }
            }
            return new AlternativeUses(List.copyOf(models), configurations.size() == 1 ? configurations.first() : "");
        }
    }

    /**
     * Puts together what is known of its workflows.
     *
     * @param name what it is called
     * @param input where its workflows were read
     * @param workflows what they used
     * @param entries their run times and models; those of other workflows are left out
     * @param scores their scores by metric
     */
    Alternative(
            String name,
            String input,
            List<ComparedWorkflow> workflows,
            List<ScoredEntry> entries,
            Map<TraceId, SortedMap<String, List<Double>>> scores) {
        Map<TraceId, ScoredEntry> byTrace =
                entries.stream().collect(Collectors.toMap(ScoredEntry::trace, entry -> entry, (one, other) -> one));
        List<ScoredEntry> own = workflows.stream()
                .map(workflow -> byTrace.get(workflow.trace()))
                .filter(Objects::nonNull)
                .toList();
        this.name = name;
        this.input = input;
        this.workflows = workflows.size();
        uses = AlternativeUses.of(own);
        workflows.forEach(workflow -> tasks.merge(workflow.name(), 1L, Long::sum));
        own.forEach(entry -> runTimes.addIfKnown(entry.runNanos()));
        tokens = known(workflows, workflow -> number(workflow.tokens(), 1));
        calls = workflows.stream().map(ComparedWorkflow::calls).reduce(CallCounts.NONE, CallCounts::plus);
        values.put(Objective.COST, known(workflows, workflow -> number(workflow.cost(), CallCost.PARTS)));
        values.put(Objective.SPEED, known(own, entry -> number(entry.runNanos(), 1)));
        values.put(
                Objective.FAILURES,
                known(workflows, workflow -> share(workflow.end().failed())));
        okWithFailures = known(workflows, workflow -> share(workflow.end().okWithFailures()));
        addScores(workflows, scores);
    }

    private void addScores(List<ComparedWorkflow> of, Map<TraceId, SortedMap<String, List<Double>>> scores) {
        SortedMap<String, List<Double>> byMetric = new TreeMap<>();
        for (ComparedWorkflow workflow : of) {
            scores.getOrDefault(workflow.trace(), Collections.emptySortedMap())
                    .forEach((metric, given) -> byMetric.computeIfAbsent(metric, any -> new ArrayList<>())
                            .add(given.stream()
                                    .mapToDouble(Double::doubleValue)
                                    .average()
                                    .orElseThrow()));
        }
        byMetric.forEach((metric, means) -> values.put(
                Objective.quality(metric),
                means.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    private static <T> double[] known(List<T> of, ToDoubleFunction<T> value) {
        return of.stream()
                .mapToDouble(value)
                .filter(number -> !Double.isNaN(number))
                .toArray();
    }

    private static double share(Boolean answer) {
        return answer == null ? Double.NaN : answer ? 1 : 0;
    }

    private static double number(long number, double parts) {
        return number == Unknown.LONG ? Double.NaN : number / parts;
    }

    String name() {
        return name;
    }

    String input() {
        return input;
    }

    AlternativeUses uses() {
        return uses;
    }

    long workflows() {
        return workflows;
    }

    /** Returns how many workflows there are of each name. */
    SortedMap<String, Long> tasks() {
        return Collections.unmodifiableSortedMap(tasks);
    }

    CallCounts calls() {
        return calls;
    }

    /** Returns the objectives for which at least one workflow has a value. */
    List<Objective> objectives() {
        return values.entrySet().stream()
                .filter(entry -> entry.getValue().length > 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the values of an objective, one for each workflow that has one. */
    double[] values(Objective objective) {
        return values.getOrDefault(objective, new double[0]);
    }

    /** Returns the figure of an objective. */
    ComparedFigure figure(Objective objective) {
        return switch (objective.kind()) {
            case SPEED -> ComparedFigure.percentile(runTimes, MEDIAN);
            case COST -> ComparedFigure.mean(values(objective));
            case QUALITY, FAILURES -> ComparedFigure.judged(values(objective));
        };
    }

    /** Returns the 95th percentile of the run time. */
    ComparedFigure slowest() {
        return ComparedFigure.percentile(runTimes, SLOW);
    }

    Distribution runTimes() {
        return runTimes;
    }

    /** Returns the share of workflows that ended well although steps failed. */
    ComparedFigure okWithFailures() {
        return ComparedFigure.judged(okWithFailures);
    }

    /** Returns the mean tokens of a workflow. */
    ComparedFigure tokens() {
        return ComparedFigure.mean(tokens);
    }
}
