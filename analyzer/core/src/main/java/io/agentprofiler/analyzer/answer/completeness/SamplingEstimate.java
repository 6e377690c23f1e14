// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.completeness;

import io.agentprofiler.analyzer.answer.completeness.SampledTotals.SampledMeasure;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Totals over all workflows of runs of which a sample was recorded, estimated from the sample.
 *
 * <p>Workflows are chosen independently, each with the same probability (Bernoulli sampling); given how many were chosen, every
 * set of that size is as likely as another. The total of a figure is estimated as Horvitz and Thompson do (<i>A generalization
 * of sampling without replacement from a finite universe</i>, JASA 47, 1952): each recorded value over the probability that it
 * was recorded, here {@code n/N} of the {@code N} workflows that the agent counted; its variance as {@code N² (1 - n/N) s²/n}
 * with the recorded values' variance {@code s²} (Särndal, Swensson and Wretman, <i>Model Assisted Survey Sampling</i>, 1992,
 * section 3.3). Runs were sampled independently, so totals and variances add. The interval is the normal one; it is too
 * narrow where a few workflows make up most of the total.
 *
 * <p>Where {@code agentprofiler.sample.keep} has failed or slow workflows recorded in any case, these are a stratum of their own
 * (ibid., section 3.7): each stands for itself, and the chosen ones among the others for those others, of which the agent
 * counted as many as it saw without them. Nothing is uncertain of a stratum that is there as a whole.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param seen workflows that were offered to the sampling, in all sampled runs
 * @param kept those it chose, by the agent's count
 * @param keptByRule those recorded besides, for how they went
 * @param matched those recorded for how they went whether they were chosen or not
 * @param unheld those of which it is not known whether they were to be recorded, for want of room to hold them so long
 * @param recorded those in the input
 * @param refused workflows not recorded because a caller does not record; in no other figure
 * @param rates the sampling rates of the runs, ascending, each once
 */
public record SamplingEstimate(
        long seen,
        long kept,
        long keptByRule,
        long matched,
        long unheld,
        long recorded,
        long refused,
        List<Double> rates) {
    /** Fewer recorded workflows of a run than this support no interval. */
    public static final int LEAST = 30;

    private static final double NORMAL_95 = 1.959964;
    private static final String KEPT = "workflows_kept";
    private static final String SKIPPED = "workflows_skipped";
    private static final String REFUSED = "workflows_refused";
    private static final String KEPT_BY_RULE = "workflows_kept_by_rule";
    private static final String MATCHED = "workflows_matched";
    private static final String UNDECIDED = "workflows_undecided";
    private static final String UNHELD = "workflows_unheld";
    /** What {@code agentprofiler.sample.keep} calls those in which a span failed. */
    private static final String ERRORS = "errors";

    /** Returns what is known of sampling in all runs; the summary must hold {@link SampledTotals}. */
    public static SamplingEstimate of(Outcome outcome) {
        SampledTotals totals = outcome.summary().get(SampledTotals.ANALYSIS);
        long seen = 0;
        long kept = 0;
        long keptByRule = 0;
        long matched = 0;
        long unheld = 0;
        long recorded = 0;
        long refused = 0;
        for (RunFacts run : outcome.runs()) {
            refused += number(run, REFUSED);
            if (isSampled(run)) {
                kept += number(run, KEPT);
                keptByRule += number(run, KEPT_BY_RULE);
                matched += number(run, MATCHED);
                unheld += number(run, UNHELD);
                seen += seen(run);
                recorded += totals.run(run.run()).workflows()
                        + totals.always(run.run()).workflows();
            }
        }
        List<Double> rates = outcome.runs().stream()
                .filter(SamplingEstimate::isSampled)
                .flatMap(run -> rate(run).stream().boxed())
                .distinct()
                .sorted()
                .toList();
        return new SamplingEstimate(seen, kept, keptByRule, matched, unheld, recorded, refused, rates);
    }

    /**
     * Returns the estimated total of a figure over all workflows of the sampled runs; {@code null} when a run has too few
     * recorded workflows.
     */
    public static EstimatedTotal total(Outcome outcome, SampledMeasure measure) {
        SampledTotals totals = outcome.summary().get(SampledTotals.ANALYSIS);
        SampledSum sum = new SampledSum();
        for (RunFacts run : outcome.runs()) {
            if (!isSampled(run)) {
                continue;
            }
            SampledTotals.Sums always = totals.always(run.run());
            SampledTotals.Sums chosen = totals.run(run.run());
            // as many as were recorded have been seen at least, whatever a killed run's older counters say
            long matched = Math.max(always.workflows(), number(run, MATCHED));
            long others = Math.max(chosen.workflows(), seen(run) - matched);
            if (measure == SampledMeasure.FAILED && keeps(run).contains(ERRORS) && number(run, UNHELD) == 0) {
                // a workflow that failed is not among the others
                others = chosen.workflows();
            }
            if (!sum.add(always, matched, measure) || !sum.add(chosen, others, measure)) {
                return null;
            }
        }
        double half = NORMAL_95 * Math.sqrt(sum.variance);
        return new EstimatedTotal(sum.recorded, sum.total, Math.max(sum.recorded, sum.total - half), sum.total + half);
    }

    /** A total over strata. */
    private static final class SampledSum {
        double recorded;
        double total;
        double variance;

        /** Adds what the recorded workflows of a stratum of {@code all} stand for; {@code false} when they are too few. */
        boolean add(SampledTotals.Sums stratum, double all, SampledMeasure measure) {
            double n = stratum.workflows();
            double sum = stratum.sum(measure);
            recorded += sum;
            if (n == all) {
                total += sum;
                return true;
            }
            if (n < LEAST) {
                return false;
            }
            double spread = Math.max(0, (stratum.squares(measure) - sum * sum / n) / (n - 1));
            total += all / n * sum;
            variance += all * all * (1 - n / all) * spread / n;
            return true;
        }
    }

    /** Answers whether a run counted workflows that its sampling rate did not choose, or could have. */
    public static boolean isSampled(RunFacts run) {
        return seen(run) > 0;
    }

    /** Returns how many workflows were offered to the sampling of a run. */
    public static long seen(RunFacts run) {
        return recordedBy(run) + number(run, SKIPPED) + number(run, UNDECIDED) + number(run, UNHELD);
    }

    /** Returns how many of them the agent recorded. */
    public static long recordedBy(RunFacts run) {
        return number(run, KEPT) + number(run, KEPT_BY_RULE);
    }

    /** Returns what the header says of {@code agentprofiler.sample.keep}, an entry each; none where nothing was set. */
    public static List<String> keeps(RunFacts run) {
        return run.header() != null
                        && run.header().details().get("settings") instanceof Map<?, ?> settings
                        && settings.get("sample.keep") instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Returns the sampling rate of a run by its header, empty when it says nothing. */
    public static OptionalDouble rate(RunFacts run) {
        return run.header() != null
                        && run.header().details().get("settings") instanceof Map<?, ?> settings
                        && settings.get("sample") instanceof Number rate
                ? OptionalDouble.of(rate.doubleValue())
                : OptionalDouble.empty();
    }

    private static long number(RunFacts run, String field) {
        return run.counters() == null ? 0 : run.counters().numbers().getOrDefault(field, 0L);
    }

    /**
     * A total.
     *
     * @param recorded the sum over the recorded workflows, exact
     * @param total the estimate for all
     * @param low lower end of the 95 % interval, never below what was recorded
     * @param high its upper end
     */
    public record EstimatedTotal(double recorded, double total, double low, double high) {}
}
