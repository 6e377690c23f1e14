// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.Change.ChangeVerdict;
import io.agentprofiler.analyzer.answer.diff.Change.PValues;
import io.agentprofiler.analyzer.answer.diff.Diff.PathChange;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.RowSums;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.side.Side.WorkflowValues;
import io.agentprofiler.analyzer.answer.diff.side.SpanPath;
import io.agentprofiler.analyzer.answer.diff.test.Bootstrap;
import io.agentprofiler.analyzer.answer.diff.test.Estimate;
import io.agentprofiler.analyzer.base.stat.Adjustment;
import io.agentprofiler.analyzer.base.stat.ConfidenceInterval.Interval;
import io.agentprofiler.analyzer.base.stat.Moments;
import io.agentprofiler.analyzer.base.stat.RankTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Holds two sides against each other.
 *
 * <p>A difference is more than noise when three things hold. There are enough workflows: so many that the rank test could
 * come out at the level at all, and for the 95th and 99th percentile {@value #FEW} workflows and the calls the percentile
 * needs. The bootstrap interval of the difference leaves out 0. The p-value, adjusted over all comparisons, is at most
 * {@link Change#LEVEL}: that of the exact rank test and of Welch's t-test together with fewer than {@value #FEW} workflows
 * on a side, because the bootstrap is too sure of few values; else that of rank test and bootstrap (either of the two may
 * find a difference, so the smaller is doubled); for the two high percentiles that of the bootstrap alone. All workflows
 * together are one family of comparisons, the other rows are another; within each, Benjamini and Hochberg's rule holds. A
 * difference that no resample changes is not adjusted: there is no noise to mistake for it.
 *
 * <p>A difference that is more than noise and {@linkplain Change#SMALL small} is told as such. What only one side has is neither
 * better nor worse.
 */
public final class Comparison {
    /** How often the sides are resampled by default. */
    public static final int RESAMPLES = 2000;
    /** Fewer resamples say nothing. */
    public static final int FEWEST_RESAMPLES = 200;
    /** More resamples take more time than they are worth. */
    public static final int MOST_RESAMPLES = 20_000;
    /** Fewer workflows than this are few. */
    static final int FEW = 10;

    private final Side before;
    private final Side after;
    private final List<WorkflowValues> sampleBefore;
    private final List<WorkflowValues> sampleAfter;
    private final Bootstrap bootstrap;
    private final List<Metric> metrics;

    private Comparison(Side before, Side after, int resamples, Set<Metric> metrics) {
        this.metrics = Arrays.stream(Metric.values()).filter(metrics::contains).toList();
        this.before = before;
        this.after = after;
        this.sampleBefore = List.copyOf(before.sample());
        this.sampleAfter = List.copyOf(after.sample());
        this.bootstrap = Bootstrap.of(
                sampleBefore.size(), before.sampleHash(), sampleAfter.size(), after.sampleHash(), resamples);
    }

    /**
     * Compares two sides, each with at least one workflow.
     *
     * @param resamples how often to resample for the intervals
     */
    public static Diff of(Side before, Side after, int resamples) {
        return of(before, after, resamples, Metric.USUAL);
    }

    /** Compares two sides by other metrics than the usual ones. */
    public static Diff of(Side before, Side after, int resamples, Set<Metric> metrics) {
        return new Comparison(before, after, resamples, metrics).diff();
    }

    /**
     * Compares a figure of the second side with a limit: that of the first side, times a factor and plus a shift. It is tested as any
     * other difference is; the verdict is left to who asked.
     *
     * @param row on both sides
     * @return a change from the limit to the figure of the second side; {@code null} where neither is known
     */
    static Change against(Diff diff, Row row, Metric metric, double factor, double shift) {
        Comparison comparison = new Comparison(diff.before(), diff.after(), diff.resamples(), Set.of(metric));
        RowSums first = diff.before().rows().getOrDefault(row.before(), new RowSums());
        RowSums second = diff.after().rows().getOrDefault(row.after(), new RowSums());
        return comparison.change(row, metric, first, second, factor, shift);
    }

    private Diff diff() {
        List<RowChange> raw =
                Successors.rows(before, after).parallelStream().map(this::row).toList();
        List<Change> overall = changes(raw, true);
        List<Change> others = changes(raw, false);
        Map<Change, Change> judged = new IdentityHashMap<>();
        judge(overall, judged);
        judge(others, judged);
        List<RowChange> rows = new ArrayList<>();
        for (RowChange row : raw) {
            Map<Metric, Change> changes = new EnumMap<>(Metric.class);
            row.changes()
                    .forEach((metric, change) ->
                            changes.put(metric, judged.getOrDefault(change, change.judgedIfFixed())));
            rows.add(new RowChange(row.row(), row.callsBefore(), row.callsAfter(), changes).ofBothSides());
        }
        List<PathChange> paths = PathComparison.of(before, after, sampleBefore, sampleAfter);
        return new Diff(before, after, rows, paths, bootstrap.resamples(), overall.size() + others.size());
    }

    private static List<Change> changes(List<RowChange> rows, boolean overall) {
        return rows.stream()
                .filter(row -> overall == row.row().equals(Row.ALL))
                .flatMap(row -> row.all().stream())
                .filter(Change::isTested)
                .toList();
    }

    private static void judge(List<Change> family, Map<Change, Change> judged) {
        double[] adjusted = Adjustment.falseDiscovery(
                family.stream().mapToDouble(change -> change.tested().p()).toArray());
        for (int i = 0; i < adjusted.length; i++) {
            judged.put(family.get(i), family.get(i).judged(adjusted[i]));
        }
    }

    private RowChange row(Row row) {
        RowSums first = before.rows().getOrDefault(row.before(), new RowSums());
        RowSums second = after.rows().getOrDefault(row.after(), new RowSums());
        Map<Metric, Change> changes = new EnumMap<>(Metric.class);
        for (Metric metric : metrics) {
            Change change = change(row, metric, first, second, 1, 0);
            if (change != null) {
                changes.put(metric, change);
            }
        }
        boolean workflows = row.isOfWorkflows();
        return new RowChange(
                row,
                workflows ? first.workflows() : first.calls(),
                workflows ? second.workflows() : second.calls(),
                changes);
    }

    private Change change(Row row, Metric metric, RowSums first, RowSums second, double factor, double shift) {
        // the total of workflows is their time
        if (metric == Metric.TOTAL && row.isOfWorkflows()
                || (metric == Metric.PEAK || metric == Metric.FAILED) && !row.isOfWorkflows()
                || metric.isUsage()
                        && !first.reports(metric)
                        && !second.reports(metric)
                        && !isUnpriced(metric, first, second)) {
            return null;
        }
        double from = first.figure(metric, row.isNamedWorkflow() ? first.workflows() : before.workflows());
        double to = second.figure(metric, row.isNamedWorkflow() ? second.workflows() : after.workflows());
        if (Double.isNaN(from) && Double.isNaN(to) && metric != Metric.COST) {
            return null;
        }
        if (Double.isNaN(from) || Double.isNaN(to)) {
            return new Change(
                    metric, from, to, 0, 0, new Interval(Double.NaN, Double.NaN), PValues.NONE, ChangeVerdict.UNKNOWN);
        }
        Estimate left = Estimate.of(metric, row.before(), sampleBefore);
        Estimate right = Estimate.of(metric, row.after(), sampleAfter);
        boolean supported =
                metric.shape() != Metric.MetricShape.PERCENTILE || first.supports(metric) && second.supports(metric);
        return tested(metric, from * factor + shift, to, left.scaled(metric, factor, shift), right, supported);
    }

    /** A cost that nobody knows is told as such: that there was one is known. */
    private static boolean isUnpriced(Metric metric, RowSums first, RowSums second) {
        return metric == Metric.COST && (first.usesTokens() || second.usesTokens());
    }

    private Change tested(Metric metric, double from, double to, Estimate left, Estimate right, boolean supported) {
        int n = left.workflows();
        int m = right.workflows();
        boolean few = Math.min(n, m) < FEW;
        Bootstrap.BootstrapResult resampled =
                Math.min(n, m) < 2 ? Bootstrap.NONE : bootstrap.of(left, right, to - from);
        // the same value everywhere: nothing to test
        boolean constant = resampled.low() == 0 && resampled.high() == 0;
        boolean ranked = left.single() != null && n > 0 && m > 0;
        double rankP = ranked ? RankTest.of(left.single(), right.single()).p() : Double.NaN;
        boolean enough = RankTest.smallestP(n, m) <= Change.LEVEL && supported && (ranked || !few) && !constant;
        double p = enough ? p(left, right, rankP, resampled.p()) : Double.NaN;
        ChangeVerdict verdict = from == to ? ChangeVerdict.SAME : ChangeVerdict.TOO_FEW;
        Interval interval = new Interval(resampled.low(), resampled.high());
        return new Change(metric, from, to, n, m, interval, new PValues(rankP, p, Double.NaN), verdict);
    }

    private static double p(Estimate left, Estimate right, double rankP, double resampledP) {
        if (left.single() == null) {
            return resampledP;
        }
        boolean few = Math.min(left.workflows(), right.workflows()) < FEW;
        double other = few ? MeanTest.p(left.single(), right.single()) : resampledP;
        return Double.isNaN(other) ? rankP : Adjustment.either(rankP, other);
    }

    /**
     * The shape of the call trees: which paths appeared, vanished, or are taken more or less often per workflow. Whether that
     * is more than noise is told by the rank test over the workflows, adjusted over all paths.
     */
    private static final class PathComparison {
        private PathComparison() {}

        private record Tested(PathChange change, double p) {}

        /** Returns the paths whose number per workflow differs, by path. */
        static List<PathChange> of(
                Side before, Side after, List<WorkflowValues> sampleBefore, List<WorkflowValues> sampleAfter) {
            TreeSet<SpanPath> all = new TreeSet<>(before.paths().keySet());
            all.addAll(after.paths().keySet());
            boolean enough = RankTest.smallestP(sampleBefore.size(), sampleAfter.size()) <= Change.LEVEL;
            List<Tested> tested = all.parallelStream()
                    .map(path -> {
                        Side.PathSums first = before.paths().getOrDefault(path, new Side.PathSums());
                        Side.PathSums second = after.paths().getOrDefault(path, new Side.PathSums());
                        PathChange change = new PathChange(
                                path,
                                (double) first.calls() / before.workflows(),
                                (double) second.calls() / after.workflows(),
                                first.workflows(),
                                second.workflows(),
                                Double.NaN,
                                ChangeVerdict.TOO_FEW);
                        return new Tested(change, enough ? p(path, sampleBefore, sampleAfter) : Double.NaN);
                    })
                    .toList();
            // a path that every workflow takes equally often is no comparison
            double[] adjusted = Adjustment.falseDiscovery(tested.stream()
                    .mapToDouble(Tested::p)
                    .filter(p -> !Double.isNaN(p))
                    .toArray());
            List<PathChange> changes = new ArrayList<>();
            int next = 0;
            for (Tested one : tested) {
                double adjustedP = Double.isNaN(one.p()) ? Double.NaN : adjusted[next++];
                if (one.change().callsBefore() != one.change().callsAfter()) {
                    changes.add(judged(one.change(), adjustedP));
                }
            }
            return changes;
        }

        private static double p(SpanPath path, List<WorkflowValues> before, List<WorkflowValues> after) {
            double[] first = counts(path, before);
            double[] second = counts(path, after);
            boolean constant = DoubleStream.concat(DoubleStream.of(first), DoubleStream.of(second))
                            .distinct()
                            .count()
                    == 1;
            return constant ? Double.NaN : RankTest.of(first, second).p();
        }

        private static double[] counts(SpanPath path, List<WorkflowValues> sample) {
            return sample.stream()
                    .mapToDouble(workflow -> workflow.paths().getOrDefault(path, 0))
                    .toArray();
        }

        private static PathChange judged(PathChange change, double adjustedP) {
            return new PathChange(
                    change.path(),
                    change.callsBefore(),
                    change.callsAfter(),
                    change.workflowsBefore(),
                    change.workflowsAfter(),
                    adjustedP,
                    Double.isNaN(adjustedP)
                            ? ChangeVerdict.TOO_FEW
                            : adjustedP <= Change.LEVEL ? ChangeVerdict.CHANGED : ChangeVerdict.NOISE);
        }
    }

    /**
     * Finds the models that took the place of others: the calls of a model that only the second side has are made where those of a model
     * were that only the first side has. The rows of the two are compared with each other.
     */
    private static final class Successors {
        /** Two models belong together if at least this share of their calls is at common places. */
        private static final double COMMON = 0.5;

        private record RowPair(Row before, Row after, double common) {
            private static final Comparator<RowPair> CLOSEST_FIRST = Comparator.comparingDouble(RowPair::common)
                    .reversed()
                    .thenComparing(RowPair::before)
                    .thenComparing(RowPair::after);
        }

        private Successors() {}

        /** Returns the rows of both sides, in order; those of a model and its successor are one. */
        static Set<Row> rows(Side before, Side after) {
            TreeSet<Row> rows = new TreeSet<>(before.rows().keySet());
            rows.addAll(after.rows().keySet());
            of(before, after).forEach((gone, fresh) -> {
                rows.remove(gone);
                rows.remove(fresh);
                rows.add(gone.replacedBy(fresh));
            });
            return rows;
        }

        private static Map<Row, Row> of(Side before, Side after) {
            List<RowPair> pairs = new ArrayList<>();
            for (Map.Entry<Row, Map<SpanPath, Long>> gone : before.places().entrySet()) {
                if (after.places().containsKey(gone.getKey())) {
                    continue;
                }
                for (Map.Entry<Row, Map<SpanPath, Long>> fresh : after.places().entrySet()) {
                    if (!before.places().containsKey(fresh.getKey()) && isOtherModel(gone.getKey(), fresh.getKey())) {
                        double common = common(gone.getValue(), fresh.getValue());
                        if (common >= COMMON) {
                            pairs.add(new RowPair(gone.getKey(), fresh.getKey(), common));
                        }
                    }
                }
            }
            pairs.sort(RowPair.CLOSEST_FIRST);
            Map<Row, Row> successors = new HashMap<>();
            Set<Row> taken = new HashSet<>();
            for (RowPair pair : pairs) {
                if (!successors.containsKey(pair.before()) && taken.add(pair.after())) {
                    successors.put(pair.before(), pair.after());
                }
            }
            return successors;
        }

        private static boolean isOtherModel(Row gone, Row fresh) {
            return gone.kind() == fresh.kind()
                    && gone.isOverhead() == fresh.isOverhead()
                    && !gone.model().equals(fresh.model());
        }

        /** Returns the share of calls that both have at the same places, 0 to 1. */
        private static double common(Map<SpanPath, Long> gone, Map<SpanPath, Long> fresh) {
            double all = sum(gone);
            double others = sum(fresh);
            double common = 0;
            for (Map.Entry<SpanPath, Long> place : gone.entrySet()) {
                common += Math.min(place.getValue() / all, fresh.getOrDefault(place.getKey(), 0L) / others);
            }
            return common;
        }

        private static long sum(Map<SpanPath, Long> calls) {
            return calls.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * The t-test of Welch (1947): whether the means of two samples differ, whatever their variances; degrees of freedom after
     * Satterthwaite. It stands in where there are too few values for the bootstrap, and where ranks cannot tell a small
     * difference from a large one.
     */
    public static final class MeanTest {
        private MeanTest() {}

        /** Returns the two-sided p-value of samples of two values and more; {@link Double#NaN} where no value varies. */
        public static double p(double[] first, double[] second) {
            double left = squaredError(first);
            double right = squaredError(second);
            if (left + right == 0) {
                return Double.NaN;
            }
            double freedom = (left + right)
                    * (left + right)
                    / (left * left / (first.length - 1) + right * right / (second.length - 1));
            double t = Math.abs(Moments.mean(first) - Moments.mean(second)) / Math.sqrt(left + right);
            return Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(t));
        }

        /** The square of the mean's standard error. */
        private static double squaredError(double[] values) {
            return Moments.variance(values) / values.length;
        }
    }
}
