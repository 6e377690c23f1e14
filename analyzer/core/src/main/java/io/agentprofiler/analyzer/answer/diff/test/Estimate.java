// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.test;

import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.RowValues;
import io.agentprofiler.analyzer.answer.diff.side.Side.WorkflowValues;
import io.agentprofiler.analyzer.base.stat.Quantile;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A figure of one row on one side as a function of the workflows it is of: each may count several times or not at all,
 * as resampling has it.
 */
public abstract class Estimate {
    private final int workflows;
    private final double[] single;

    private Estimate(int workflows, double[] single) {
        this.workflows = workflows;
        this.single = single;
    }

    /** Returns the figure when the workflow of each index counts so often; {@link Double#NaN} when no value is left. */
    abstract double value(byte[] counts);

    /** Returns how many workflows have a value. */
    public int workflows() {
        return workflows;
    }

    /** Returns a value per workflow that has one, for a test of ranks; {@code null} where ranks say nothing of the figure. */
    public double[] single() {
        return single;
    }

    /** Returns the estimate of the figure times a factor, plus a shift in its unit. */
    public Estimate scaled(Metric metric, double factor, double shift) {
        if (factor == 1 && shift == 0) {
            return this;
        }
        Estimate figure = this;
        double[] values = single == null
                ? null
                : Arrays.stream(single)
                        .map(value -> value * factor + shift * metric.scale())
                        .toArray();
        return new Estimate(workflows, values) {
            @Override
            double value(byte[] counts) {
                return figure.value(counts) * factor + shift;
            }
        };
    }

    /** Returns the estimate of a metric. */
    public static Estimate of(Metric metric, Row row, List<WorkflowValues> sample) {
        List<RowValues> values =
                sample.stream().map(workflow -> workflow.rows().get(row)).toList();
        return switch (metric.shape()) {
            case PER_CALL -> perCall(metric, values);
            case PER_WORKFLOW -> perWorkflow(metric, row, values);
            case PERCENTILE -> new Percentile(metric, values);
        };
    }

    private static Estimate perCall(Metric metric, List<RowValues> values) {
        int[] owners = IntStream.range(0, values.size())
                .filter(i -> values.get(i) != null && values.get(i).count(metric) > 0)
                .toArray();
        double[] sums = at(owners, i -> values.get(i).sum(metric));
        double[] counts = at(owners, i -> values.get(i).count(metric));
        double[] single = at(
                owners, i -> (double) values.get(i).sum(metric) / values.get(i).count(metric));
        return new Ratio(owners, sums, counts, 0, metric.scale(), single);
    }

    /**
     * A workflow without the row has 0, unless the row is about workflows of another name; one that did not report what it
     * used has no value.
     */
    private static Estimate perWorkflow(Metric metric, Row row, List<RowValues> values) {
        int[] owners = IntStream.range(0, values.size())
                .filter(i -> values.get(i) != null)
                .toArray();
        double[] sums = at(owners, i -> Math.max(0, values.get(i).sum(metric)));
        double base = row.isNamedWorkflow() ? 0 : values.size();
        double known = row.isNamedWorkflow() ? 1 : 0;
        double[] counts = at(owners, i -> values.get(i).isUnknown(metric) ? known - 1 : known);
        double[] single = values.stream()
                .filter(of -> of == null ? !row.isNamedWorkflow() : !of.isUnknown(metric))
                .mapToDouble(of -> of == null ? 0 : Math.max(0, of.sum(metric)))
                .toArray();
        return new Ratio(owners, sums, counts, base, metric.scale(), single);
    }

    private static double[] at(int[] owners, IntToDoubleFunction value) {
        return Arrays.stream(owners).mapToDouble(value).toArray();
    }

    /** A sum over workflows divided by another. Both are whole numbers, so equal values have exactly their mean. */
    private static final class Ratio extends Estimate {
        private final int[] owners;
        private final double[] sums;
        private final double[] counts;
        private final double base;
        private final double scale;

        Ratio(int[] owners, double[] sums, double[] counts, double base, double scale, double[] single) {
            super(single.length, single);
            this.owners = owners;
            this.sums = sums;
            this.counts = counts;
            this.base = base;
            this.scale = scale;
        }

        @Override
        double value(byte[] times) {
            double sum = 0;
            double count = base;
            for (int i = 0; i < owners.length; i++) {
                sum += times[owners[i]] * sums[i];
                count += times[owners[i]] * counts[i];
            }
            return count <= 0 ? Double.NaN : sum / count / scale;
        }
    }

    /** A percentile of the calls, as {@link Quantile} interpolates it, without writing down each call as often as it was drawn. */
    private static final class Percentile extends Estimate {
        private final double share;
        private final long[] sorted;
        private final int[] owners;
        private final int[] callsOf;

        Percentile(Metric metric, List<RowValues> values) {
            super(
                    (int) values.stream()
                            .filter(of -> of != null && of.valuesOf(metric).length > 0)
                            .count(),
                    metric == Metric.P50 ? perCall(Metric.TIME, values).single() : null);
            share = metric.percent() / 100;
            callsOf = values.stream()
                    .mapToInt(of -> of == null ? 0 : of.valuesOf(metric).length)
                    .toArray();
            record DrawnCall(long length, int owner) {}
            List<DrawnCall> calls = IntStream.range(0, callsOf.length)
                    .filter(i -> callsOf[i] > 0)
                    .boxed()
                    .flatMap(i ->
                            Arrays.stream(values.get(i).valuesOf(metric)).mapToObj(length -> new DrawnCall(length, i)))
                    .sorted(Comparator.comparingLong(DrawnCall::length).thenComparingInt(DrawnCall::owner))
                    .toList();
            sorted = calls.stream().mapToLong(DrawnCall::length).toArray();
            owners = calls.stream().mapToInt(DrawnCall::owner).toArray();
        }

        @Override
        double value(byte[] times) {
            long total = 0;
            for (int i = 0; i < callsOf.length; i++) {
                total += (long) times[i] * callsOf[i];
            }
            if (total == 0) {
                return Double.NaN;
            }
            double rank = (total - 1) * share;
            long below = (long) Math.floor(rank);
            // percentiles are near the top: walk down from there
            long above = total;
            int i = sorted.length;
            long high = 0;
            while (above > below + 1) {
                i--;
                above -= times[owners[i]];
                high = sorted[i];
            }
            if (above == below + 1) {
                // the place below belongs to the next call that counts at all
                long at = above;
                while (at > below) {
                    i--;
                    at -= times[owners[i]];
                }
                double low = sorted[i];
                return rank == below ? low : Quantile.between(low, high, rank - below);
            }
            return high;
        }
    }
}
