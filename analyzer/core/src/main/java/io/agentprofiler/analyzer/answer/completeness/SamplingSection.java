// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.completeness;

import io.agentprofiler.analyzer.answer.completeness.SampledTotals.SampledMeasure;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;

/** How many workflows were recorded of how many, and what that says of all. */
public final class SamplingSection {
    private SamplingSection() {}

    /** Returns the section, where anything was sampled. */
    public static List<Section> of(Outcome outcome) {
        SamplingEstimate sampling = SamplingEstimate.of(outcome);
        if (sampling.seen() == 0) {
            return List.of();
        }
        Section.Builder section = Section.under(
                "Sampling",
                Units.count(sampling.kept() + sampling.keptByRule()) + " of " + Units.count(sampling.seen(), "workflow")
                        + " recorded; all figures above are of these");
        always(section, outcome, sampling);
        boolean some = false;
        boolean all = true;
        for (SampledMeasure measure : SampledMeasure.values()) {
            SamplingEstimate.EstimatedTotal estimate = SamplingEstimate.total(outcome, measure);
            if (estimate == null) {
                all = false;
                continue;
            }
            some = true;
            section.add(Facts.about("estimated  ")
                    .add(count(estimate.total()) + " " + measure.words() + " of all workflows")
                    .add("95 % interval " + count(estimate.low()) + " to " + count(estimate.high()))
                    .add(Cell.words(count(estimate.recorded()) + " recorded").with(Emphasis.DIM))
                    .build());
        }
        if (!all) {
            section.add(remark("fewer than " + SamplingEstimate.LEAST + " recorded in a run"
                    + (sampling.matched() > 0 ? " by chance" : "") + ": too few to estimate the "
                    + (some ? "other " : "") + "totals of all"));
        }
        return List.of(section.build());
    }

    private static Note remark(String text) {
        return new Note("!", text, Emphasis.DIM);
    }

    /** Says what failed and slow workflows that are recorded in any case do to the figures. */
    private static void always(Section.Builder section, Outcome outcome, SamplingEstimate sampling) {
        List<String> rules = outcome.runs().stream()
                .flatMap(run -> SamplingEstimate.keeps(run).stream())
                .distinct()
                .toList();
        if (rules.isEmpty() && sampling.matched() == 0) {
            return;
        }
        section.add(remark(Units.count(sampling.matched(), "workflow")
                + " among them would have been recorded in any case ("
                + words(rules)
                + "): of these all are there, of the others those that chance chose. So the shares, averages and"
                + " percentiles above lean towards these; the estimates below count each for what it stands for"));
        if (sampling.unheld() > 0) {
            section.add(remark("but for " + Units.count(sampling.unheld(), "workflow")
                    + " that could not be held until that was known:"
                    + " raise agentprofiler.sample.keep.maxBytes"));
        }
    }

    private static String words(List<String> rules) {
        List<String> words = new ArrayList<>();
        for (String rule : rules) {
            words.add(
                    rule.equals("errors")
                            ? "a span failed"
                            : rule.startsWith("slow:") ? "they took " + rule.substring(5) + " or longer" : rule);
        }
        return words.isEmpty() ? "agentprofiler.sample.keep" : String.join(", or ", words);
    }

    /** Returns, to be said beside sums, that they are of the recorded workflows only, where others were not recorded. */
    public static List<Note> remarks(Outcome outcome) {
        long skipped = outcome.runs().stream()
                .filter(run -> run.counters() != null)
                .mapToLong(run -> SamplingEstimate.seen(run) - SamplingEstimate.recordedBy(run))
                .sum();
        return skipped == 0
                ? List.of()
                : List.of(new Note(
                        "!",
                        Units.count(skipped, "workflow")
                                + " not recorded (sampling): tokens and cost are without theirs",
                        Emphasis.WARNING));
    }

    /** Returns what the section on the data says of a run: a sentence each for sampling and for callers. */
    public static void notes(RunFacts run, String prefix, List<String> notes) {
        if (run.counters() == null) {
            return;
        }
        long recorded = SamplingEstimate.recordedBy(run);
        long seen = SamplingEstimate.seen(run);
        if (seen > recorded) {
            String rate = SamplingEstimate.rate(run).isPresent()
                    ? " " + Units.share(SamplingEstimate.rate(run).getAsDouble(), 1)
                    : "";
            List<String> keeps = SamplingEstimate.keeps(run);
            notes.add(prefix + "sampled" + rate + ": " + Units.count(recorded) + " of " + Units.count(seen, "workflow")
                    + " recorded" + (keeps.isEmpty() ? "" : ", all among them of which " + words(keeps)));
        }
        long unheld = run.counters().numbers().getOrDefault("workflows_unheld", 0L);
        if (unheld > 0) {
            notes.add(prefix + Units.count(unheld, "workflow")
                    + " not recorded for want of room to hold them until it was"
                    + " known whether agentprofiler.sample.keep wants them");
        }
        long refused = run.counters().numbers().getOrDefault("workflows_refused", 0L);
        if (refused > 0) {
            notes.add(prefix + Units.count(refused, "workflow")
                    + " not recorded, as their callers' traceparent asked for");
        }
    }

    private static String count(double figure) {
        return Units.count(Math.round(figure));
    }
}
