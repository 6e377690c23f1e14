// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.sampling;

import io.agentprofiler.analyzer.run.Outcome;
import io.agentprofiler.analyzer.run.RunFacts;
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
 * <p><b>Threading:</b> immutable.
 *
 * @param seen workflows that were offered to the sampling, in all sampled runs
 * @param kept those it chose, by the agent's count
 * @param recorded those of them in the input
 * @param refused workflows not recorded because a caller does not record; in no other figure
 * @param rates the sampling rates of the runs, ascending, each once
 */
public record SamplingEstimate(long seen, long kept, long recorded, long refused, List<Double> rates) {
    /** Fewer recorded workflows of a run than this support no interval. */
    public static final int LEAST = 30;

    private static final double NORMAL_95 = 1.959964;
    private static final String KEPT = "workflows_kept";
    private static final String SKIPPED = "workflows_skipped";
    private static final String REFUSED = "workflows_refused";

    /** Returns what is known of sampling in all runs; the summary must hold {@link SampledTotals}. */
    public static SamplingEstimate of(Outcome outcome) {
        SampledTotals totals = outcome.summary().get(SampledTotals.ANALYSIS);
        long seen = 0;
        long kept = 0;
        long recorded = 0;
        long refused = 0;
        for (RunFacts run : outcome.runs()) {
            refused += number(run, REFUSED);
            if (isSampled(run)) {
                kept += number(run, KEPT);
                seen += number(run, KEPT) + number(run, SKIPPED);
                recorded += totals.run(run.run()).workflows();
            }
        }
        List<Double> rates = outcome.runs().stream()
                .filter(SamplingEstimate::isSampled)
                .flatMap(run -> rate(run).stream().boxed())
                .distinct()
                .sorted()
                .toList();
        return new SamplingEstimate(seen, kept, recorded, refused, rates);
    }

    /**
     * Returns the estimated total of a figure over all workflows of the sampled runs; {@code null} when a run has too few
     * recorded workflows.
     */
    public static Estimate total(Outcome outcome, Measure measure) {
        SampledTotals totals = outcome.summary().get(SampledTotals.ANALYSIS);
        double total = 0;
        double variance = 0;
        double recorded = 0;
        for (RunFacts run : outcome.runs()) {
            if (!isSampled(run)) {
                continue;
            }
            SampledTotals.Sums sums = totals.run(run.run());
            double n = sums.workflows();
            // as many as were recorded have been seen at least, whatever a killed run's older books say
            double all = Math.max(n, number(run, KEPT) + number(run, SKIPPED));
            if (n < LEAST) {
                return null;
            }
            double sum = sums.sum(measure);
            double spread = Math.max(0, (sums.squares(measure) - sum * sum / n) / (n - 1));
            recorded += sum;
            total += all / n * sum;
            variance += all * all * (1 - n / all) * spread / n;
        }
        double half = NORMAL_95 * Math.sqrt(variance);
        return new Estimate(recorded, total, Math.max(recorded, total - half), total + half);
    }

    /** Answers whether a run counted workflows that its sampling rate did not choose, or could have. */
    public static boolean isSampled(RunFacts run) {
        return number(run, KEPT) + number(run, SKIPPED) > 0;
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
        return run.books() == null ? 0 : run.books().numbers().getOrDefault(field, 0L);
    }

    /**
     * A total.
     *
     * @param recorded the sum over the recorded workflows, exact
     * @param total the estimate for all
     * @param low lower end of the 95 % interval, never below what was recorded
     * @param high its upper end
     */
    public record Estimate(double recorded, double total, double low, double high) {}
}
