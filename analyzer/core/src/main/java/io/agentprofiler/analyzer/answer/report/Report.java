// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.completeness.CoverageNotes;
import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.completeness.SampledTotals;
import io.agentprofiler.analyzer.answer.completeness.SamplingSection;
import io.agentprofiler.analyzer.answer.critical.CriticalSection;
import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.critical.Latencies;
import io.agentprofiler.analyzer.answer.finding.FindingDocument;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.GrowthSection;
import io.agentprofiler.analyzer.answer.prefix.stable.PromptPrefixes;
import io.agentprofiler.analyzer.answer.report.section.CallSection;
import io.agentprofiler.analyzer.answer.report.section.FailureSection;
import io.agentprofiler.analyzer.answer.report.section.ModelServerSection;
import io.agentprofiler.analyzer.answer.report.section.OperationSection;
import io.agentprofiler.analyzer.answer.report.section.ProcessSection;
import io.agentprofiler.analyzer.answer.report.section.ProfilerCostSection;
import io.agentprofiler.analyzer.answer.report.section.RunSection;
import io.agentprofiler.analyzer.answer.report.section.SummaryDocument;
import io.agentprofiler.analyzer.answer.report.section.TimeSection;
import io.agentprofiler.analyzer.answer.report.section.TokenSection;
import io.agentprofiler.analyzer.answer.report.section.VerdictSection;
import io.agentprofiler.analyzer.answer.score.Quality;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.QualitySection;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.answer.tree.TreeSection;
import io.agentprofiler.analyzer.answer.whatif.goal.KnownChanges;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.CallLog;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.analyzer.trace.metric.operation.TokenUse;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.metric.sequence.CallPatterns;
import io.agentprofiler.analyzer.trace.metric.workflow.FailedCalls;
import io.agentprofiler.analyzer.trace.metric.workflow.SlowestWorkflows;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer of {@code report}: on one screen what went wrong, what to change first, the slowest workflow, what it cost and what is
 * missing; or all of it.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Report {
    private static final SlowestWorkflows SLOWEST = new SlowestWorkflows(1);
    private static final String FORMAT = "agent-profiler-report/1";
    private static final String TITLE = "Report";
    private static final int TREE_ROWS = 40;
    private static final int FAILURES = 3;
    private static final int ALL_FAILURES = 15;

    private final Outcome outcome;
    private final CallLimits limits;
    private final Spending.SpendingQuestion costs;
    private final Findings.FindingsQuestion findings;
    private final List<Score> scores;
    private final WorkflowTable workflows;

    /**
     * Makes a report.
     *
     * @param limits what counts as much
     * @param costs the question of costs that was asked
     * @param findings the question of findings that was asked
     * @param scores scores from a file
     */
    public Report(
            Outcome outcome,
            CallLimits limits,
            Spending.SpendingQuestion costs,
            Findings.FindingsQuestion findings,
            List<Score> scores) {
        this(outcome, limits, costs, findings, scores, WorkflowTable.BY_NAME);
    }

    Report(
            Outcome outcome,
            CallLimits limits,
            Spending.SpendingQuestion costs,
            Findings.FindingsQuestion findings,
            List<Score> scores,
            WorkflowTable workflows) {
        this.outcome = outcome;
        this.limits = limits;
        this.costs = costs;
        this.findings = findings;
        this.scores = scores;
        this.workflows = workflows;
    }

    /**
     * Returns the analyses that {@link #brief} needs. The others take their time, too.
     *
     * @param scored whether there are scores from a file
     */
    public static List<Analysis<?>> briefAnalyses(
            Spending.SpendingQuestion costs, Findings.FindingsQuestion findings, boolean scored) {
        List<Analysis<?>> analyses = new ArrayList<>(List.of(
                costs.ofModels(),
                findings,
                Workflows.ANALYSIS,
                SpanFlags.ANALYSIS,
                SampledTotals.ANALYSIS,
                CriticalTotals.WAITED,
                FailedCalls.ANALYSIS,
                KnownChanges.SAMPLE,
                SLOWEST));
        if (scored) {
            analyses.add(QualityLog.ANALYSIS);
        }
        return analyses;
    }

    /** Returns the analyses that {@link #full} needs, and {@link #brief} as well. */
    public static List<Analysis<?>> analyses(Spending.SpendingQuestion costs, Findings.FindingsQuestion findings) {
        return List.of(
                costs,
                findings,
                Workflows.ANALYSIS,
                Operations.ANALYSIS,
                SpanFlags.ANALYSIS,
                SampledTotals.ANALYSIS,
                CallLog.ANALYSIS,
                CallPatterns.ANALYSIS,
                PromptPrefixes.ANALYSIS,
                CriticalTotals.ANALYSIS,
                Latencies.ANALYSIS,
                QualityLog.ANALYSIS,
                FailedCalls.ANALYSIS,
                TokenUse.ANALYSIS,
                SLOWEST);
    }

    /** Describes what fits one screen. */
    public Document brief() {
        Document.Builder document = Document.of(FORMAT, TITLE)
                .addAll(CoverageNotes.section(outcome))
                .add(VerdictSection.of(outcome, costs));
        if (CriticalTotals.in(outcome.summary()).workflows() > 0) {
            List<Block> notes =
                    new ArrayList<>(FindingDocument.strongest(outcome, findings, KnownChanges.in(outcome, findings)));
            notes.add(Note.line(""));
            notes.add(TimeSection.of(outcome, findings));
            document.add(new Section(null, "Findings", "what to change first", notes));
        }
        if (!scores.isEmpty()) {
            document.addAll(QualitySection.of(Quality.of(outcome.summary().get(QualityLog.ANALYSIS), scores)));
        }
        Section.Builder end = Section.under(null, "").add(Note.line(""));
        outcome.summary().get(SLOWEST).stream()
                .filter(slowest -> slowest.isTimed())
                .forEach(slowest -> end.add(VerdictSection.slowest(slowest)));
        return document.add(end.add(VerdictSection.next()).build()).build();
    }

    /** Describes everything; programs get the figures of the files under their names. */
    public Document full() {
        Document.Builder document = Document.of(FORMAT, TITLE);
        return document.addAll(above())
                .addAll(outcome.summary().get(SLOWEST).stream()
                        .map(slowest -> TreeSection.of(
                                slowest, TREE_ROWS, slowest.root().isTimed() ? "Slowest workflow" : "A workflow"))
                        .toList())
                .addAll(below())
                .add(keyed("tokens", TokenSection.figures(outcome, costs)))
                .addAll(SummaryDocument.figures(outcome))
                .build();
    }

    private List<Block> above() {
        Operations operations = outcome.summary().get(Operations.ANALYSIS);
        List<Block> blocks = new ArrayList<>(CoverageNotes.section(outcome));
        blocks.add(Section.keyed(
                "findings", FindingDocument.findings(outcome, findings, KnownChanges.in(outcome, findings))));
        blocks.add(RunSection.of(outcome, costs));
        blocks.add(FailureSection.of(outcome.summary().get(FailedCalls.ANALYSIS), ALL_FAILURES));
        blocks.add(workflows.section(outcome));
        blocks.add(keyed("critical_path", CriticalSection.path(outcome.summary().get(CriticalTotals.ANALYSIS))));
        blocks.add(OperationSection.of(operations));
        blocks.add(keyed(
                "critical_path",
                List.of(CriticalSection.latency(outcome.summary().get(Latencies.ANALYSIS), outcome.profilerCost()))));
        blocks.add(keyed("tokens", TokenSection.of(operations, outcome.summary().get(costs))));
        blocks.add(GrowthSection.of(outcome.summary().get(findings).growth()));
        blocks.add(keyed(
                "scores", QualitySection.of(Quality.of(outcome.summary().get(QualityLog.ANALYSIS), scores))));
        blocks.addAll(CallSection.of(outcome.summary(), limits));
        return blocks;
    }

    private List<Block> below() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(ProcessSection.of(outcome.runs()));
        blocks.addAll(ModelServerSection.of(outcome.modelServers()));
        blocks.addAll(SamplingSection.of(outcome));
        blocks.add(ProfilerCostSection.of(outcome.profilerCost()));
        blocks.add(DataSection.of(outcome));
        return blocks;
    }

    private static Section keyed(String key, List<Block> blocks) {
        return new Section(key, null, "", blocks);
    }
}
