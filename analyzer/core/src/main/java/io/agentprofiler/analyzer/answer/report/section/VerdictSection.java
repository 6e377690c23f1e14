// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.answer.completeness.CoverageNotes;
import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.completeness.SamplingSection;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.metric.workflow.FailedCalls;
import io.agentprofiler.analyzer.trace.metric.workflow.FailureStats;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What the report says on one screen about the run as a whole, a line each. */
public final class VerdictSection {
    private static final int FAILURES = 3;
    private static final int DATA_NOTES = 3;
    private static final int LONGEST = 3;

    private VerdictSection() {}

    /** Describes how the workflows ended, what failed, whether anything is missing, and the figures at a glance. */
    public static Section of(Outcome outcome, Spending.SpendingQuestion costs) {
        WorkflowStats all = outcome.summary().get(Workflows.ANALYSIS).all();
        List<String> notes = DataSection.notes(outcome);
        Cell data = !notes.isEmpty()
                ? Cell.words("data incomplete or unusual").with(Emphasis.WARNING)
                : DataSection.canTell(outcome)
                        ? Cell.words("data complete").with(Emphasis.GOOD)
                        : Cell.words("no data known to be missing");
        // they stand above, under a heading of their own
        notes.removeAll(CoverageNotes.of(outcome));
        Section.Builder section = Section.under(null, "").add(verdict(all, data));
        FailedCalls failed = outcome.summary().get(FailedCalls.ANALYSIS);
        section.add(!failed.worstFirst().isEmpty(), () -> failures(failed.worstFirst()))
                .add(run(outcome))
                .add(RunSection.runTime(outcome))
                .add(RunSection.tokens(all));
        RunSection.cost(outcome, costs).forEach(section::add);
        SamplingSection.remarks(outcome).forEach(section::add);
        section.add(
                new Notes("data_notes", "!", notes.stream().limit(DATA_NOTES).toList(), Emphasis.WARNING));
        if (notes.size() > DATA_NOTES) {
            section.add(Note.aside(
                    "… " + Units.count(notes.size() - DATA_NOTES, "more remark") + " on the data; --all prints them"));
        }
        return section.build();
    }

    private static Facts verdict(WorkflowStats all, Cell data) {
        Facts.Builder facts = Facts.about(RunSection.label("Verdict"));
        long failed = Math.max(0, all.ends().failed());
        long withFailures = Math.max(0, all.ends().okWithFailures());
        long unknown = Math.max(all.ends().ofUnknownStatus(), all.ends().withUntoldSteps());
        String atLeast = unknown > 0 ? ", at least" : "";
        if (all.workflows() == 0) {
            facts.add(Cell.words("no workflow was recorded").with(Emphasis.WARNING));
        } else if (failed > 0 || withFailures > 0) {
            Cell words = Cell.words((failed == 0 ? "none" : Units.count(failed)) + " of "
                    + Units.count(all.workflows(), "workflow") + " failed" + (withFailures == 0 ? atLeast : ""));
            facts.add(failed == 0 ? words : words.with(Emphasis.BAD));
            if (withFailures > 0) {
                facts.add(Cell.words(
                                Units.count(withFailures) + " " + WorkflowEnd.Ending.OK_WITH_FAILURES.words() + atLeast)
                        .with(Emphasis.BAD));
            }
        } else if (unknown > 0) {
            facts.add(Cell.words("of " + Units.count(unknown, "workflow") + " it is not known whether "
                            + (unknown == 1 ? "it" : "they") + " failed"
                            + (all.ends().ofUnknownStatus() < unknown ? " or had failed steps" : ""))
                    .with(Emphasis.WARNING));
        } else {
            facts.add(Cell.words("none of " + Units.count(all.workflows(), "workflow") + " failed")
                    .with(Emphasis.GOOD));
        }
        return facts.add(data).build();
    }

    private static Facts failures(List<Map.Entry<Operation, FailureStats>> worst) {
        Facts.Builder facts = Facts.about(RunSection.label("Failures"));
        worst.stream()
                .limit(FAILURES)
                .forEach(
                        row -> facts.add(Cell.name(ReportWords.name(row.getKey().label()) + " "
                                + Units.count(row.getValue().failed()) + " of "
                                + Units.count(row.getValue().calls(), "call"))));
        if (worst.size() > FAILURES) {
            facts.add(Cell.words(Units.count(worst.size() - FAILURES, "more operation"))
                    .with(Emphasis.DIM));
        }
        return facts.build();
    }

    private static Facts run(Outcome outcome) {
        List<RunFacts> runs = outcome.runs();
        WorkflowStats all = outcome.summary().get(Workflows.ANALYSIS).all();
        Facts.Builder facts = Facts.about(RunSection.label(runs.size() == 1 ? "Run" : "Runs"));
        facts.add(runs.size() == 1 ? Cell.name(ReportWords.name(runs.get(0).label())) : Cell.count(runs.size()));
        return facts.add(Units.count(all.modelCalls(), "model call"))
                .add(Units.count(all.toolCalls(), "tool call"))
                .add(Units.count(all.spans(), "span"))
                .build();
    }

    /** Describes the slowest workflow, and the spans in which most of its own time passed. */
    public static Block slowest(Trace trace) {
        Facts.Builder facts = Facts.about(RunSection.label("Slowest"))
                .add(Cell.name(
                        Units.duration(trace.durationNanos()) + " " + ReportWords.name(SpanLabel.of(trace.root()))))
                .add(Cell.trace(trace.id()));
        trace.spans().stream()
                .sorted(Comparator.comparingLong(Span::selfNanos).reversed().thenComparingInt(Span::index))
                .limit(LONGEST)
                .filter(span -> span.selfNanos() > 0 && trace.spans().size() > 1)
                .forEach(span -> facts.add(Cell.name(
                        "in " + ReportWords.name(SpanLabel.of(span)) + " " + Units.duration(span.selfNanos()))));
        return facts.build();
    }

    /** Describes what to run next. */
    public static Block next() {
        return Facts.about(RunSection.label("Next"))
                .add("report --all: every table")
                .add("--out DIR: a page")
                .add("tree: the slowest")
                .add("whatif: what a change saves")
                .add("diff: what changed between runs")
                .build();
    }
}
