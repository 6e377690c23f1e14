// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.side;

import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.Unknown;
import java.util.EnumMap;
import java.util.Map;

/**
 * The exact figures of a row over all workflows of a side, in whole numbers: the order of adding changes nothing.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class RowSums {
    private static final Metric[] METRICS = Metric.values();

    private final Distribution lengths = new Distribution();
    private final Distribution firsts = new Distribution();
    private final Map<Metric, Sum> sums = new EnumMap<>(Metric.class);
    /** Workflows that add to this row. */
    private long workflows;

    private long calls;
    private long unpricedCalls;
    /** Workflows in which the row has calls that are paid by tokens. */
    private long usingWorkflows;

    /** A sum and what it is of. */
    private static final class Sum {
        private long sum;
        /** Calls below the line of metrics per call. */
        private long count;
        /** Workflows that reported it, and those that could have and did not. */
        private long reported;

        private long unknown;

        public void add(long moreSum, long moreCount, long moreReported, long moreUnknown) {
            sum = Saturated.add(sum, moreSum);
            count += moreCount;
            reported += moreReported;
            unknown += moreUnknown;
        }
    }

    public void add(RowValues values) {
        workflows++;
        calls += values.calls();
        unpricedCalls += values.unpricedCalls();
        usingWorkflows += values.hasNoUsage() ? 0 : 1;
        for (long nanos : values.lengths()) {
            lengths.add(nanos);
        }
        for (long nanos : values.firsts()) {
            firsts.add(nanos);
        }
        for (Metric metric : METRICS) {
            switch (metric.shape()) {
                case PER_CALL -> sum(metric).add(values.sum(metric), values.count(metric), 1, 0);
                case PER_WORKFLOW -> {
                    long sum = values.sum(metric);
                    boolean known = sum != Unknown.LONG;
                    sum(metric).add(known ? sum : 0, 0, known ? 1 : 0, values.isUnknown(metric) ? 1 : 0);
                }
                case PERCENTILE -> {
                    // in the distributions
                }
            }
        }
    }

    public void add(RowSums more) {
        workflows += more.workflows;
        calls += more.calls;
        unpricedCalls += more.unpricedCalls;
        usingWorkflows += more.usingWorkflows;
        lengths.add(more.lengths);
        firsts.add(more.firsts);
        more.sums.forEach((metric, sum) -> sum(metric).add(sum.sum, sum.count, sum.reported, sum.unknown));
    }

    private Sum sum(Metric metric) {
        return sums.computeIfAbsent(metric, any -> new Sum());
    }

    public long workflows() {
        return workflows;
    }

    public long calls() {
        return calls;
    }

    long unpricedCalls() {
        return unpricedCalls;
    }

    public boolean usesTokens() {
        return usingWorkflows > 0;
    }

    /** Answers whether any workflow reported a metric of usage. */
    public boolean reports(Metric metric) {
        return sums.containsKey(metric) && sum(metric).reported > 0;
    }

    /** Answers whether the row has calls of which nobody told a metric. */
    private boolean isUnknown(Metric metric) {
        return !reports(metric) && sums.containsKey(metric) && sum(metric).unknown > 0;
    }

    /** Returns how many values a metric per call or a percentile is of. */
    long values(Metric metric) {
        return metric.shape() == Metric.MetricShape.PERCENTILE
                ? distribution(metric).count()
                : sum(metric).count;
    }

    /**
     * Returns the figure, or {@link Double#NaN} where it is not known.
     *
     * @param allWorkflows workflows of the side, those that add nothing to this row included
     */
    public double figure(Metric metric, long allWorkflows) {
        return switch (metric.shape()) {
            case PERCENTILE ->
                distribution(metric).count() == 0
                        ? Double.NaN
                        : distribution(metric).percentile(metric.percent());
            case PER_CALL -> ratio(sum(metric).sum, sum(metric).count);
            case PER_WORKFLOW ->
                metric.isUsage() && usesTokens() && !reports(metric) || isUnknown(metric)
                        ? Double.NaN
                        : ratio(sum(metric).sum, allWorkflows - sum(metric).unknown) / metric.scale();
        };
    }

    private static double ratio(double sum, long count) {
        return count <= 0 ? Double.NaN : sum / count;
    }

    /** Answers whether the values a percentile comes from are enough for it. */
    public boolean supports(Metric percentile) {
        return distribution(percentile).supports(percentile.percent());
    }

    private Distribution distribution(Metric percentile) {
        return percentile == Metric.FIRST_P95 ? firsts : lengths;
    }
}
