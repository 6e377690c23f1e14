// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report;

import io.agentprofiler.analyzer.report.Table.Cell;
import io.agentprofiler.analyzer.run.Outcome;
import io.agentprofiler.analyzer.run.RunFacts;
import io.agentprofiler.analyzer.sampling.Measure;
import io.agentprofiler.analyzer.sampling.SamplingEstimate;
import java.util.List;

/** How many workflows were recorded of how many, and what that says of all. */
final class SamplingSection {
    private static final String SKIPPED = "workflows_skipped";

    private SamplingSection() {}

    static void print(Page page, Outcome outcome) {
        SamplingEstimate sampling = SamplingEstimate.of(outcome);
        if (sampling.seen() == 0) {
            return;
        }
        page.heading(
                "Sampling",
                Units.count(sampling.kept()) + " of " + Units.count(sampling.seen(), "workflow")
                        + " recorded; all figures above are of these");
        if (SamplingEstimate.total(outcome, Measure.MODEL_CALLS) == null) {
            page.note(
                    "!",
                    "fewer than " + SamplingEstimate.LEAST
                            + " recorded in a run: too few to estimate the totals of all",
                    Ink.DIM);
            return;
        }
        for (Measure measure : Measure.values()) {
            SamplingEstimate.Estimate estimate = SamplingEstimate.total(outcome, measure);
            page.facts(
                    "estimated  ",
                    List.of(
                            Cell.of(count(estimate.total()) + " " + measure.words() + " of all workflows"),
                            Cell.of("95 % interval " + count(estimate.low()) + " to " + count(estimate.high())),
                            Cell.of(count(estimate.recorded()) + " recorded", Ink.DIM)));
        }
    }

    /** Says beside sums that they are of the recorded workflows only, where others were not recorded. */
    static void remark(Page page, Outcome outcome) {
        long skipped = outcome.runs().stream()
                .filter(run -> run.books() != null)
                .mapToLong(run -> run.books().numbers().getOrDefault(SKIPPED, 0L))
                .sum();
        if (skipped > 0) {
            page.note(
                    "!",
                    Units.count(skipped, "workflow") + " not recorded (sampling): tokens and cost are without theirs",
                    Ink.YELLOW);
        }
    }

    /** Returns what the section on the data says of a run: a sentence each for sampling and for callers. */
    static void notes(RunFacts run, String prefix, List<String> notes) {
        if (run.books() == null) {
            return;
        }
        long kept = run.books().numbers().getOrDefault("workflows_kept", 0L);
        long skipped = run.books().numbers().getOrDefault(SKIPPED, 0L);
        if (skipped > 0) {
            String rate = SamplingEstimate.rate(run).isPresent()
                    ? " " + Units.share(SamplingEstimate.rate(run).getAsDouble(), 1)
                    : "";
            notes.add(prefix + "sampled" + rate + ": " + Units.count(kept) + " of "
                    + Units.count(kept + skipped, "workflow") + " recorded");
        }
        long refused = run.books().numbers().getOrDefault("workflows_refused", 0L);
        if (refused > 0) {
            notes.add(prefix + Units.count(refused, "workflow")
                    + " not recorded, as their callers' traceparent asked for");
        }
    }

    private static String count(double figure) {
        return Units.count(Math.round(figure));
    }
}
