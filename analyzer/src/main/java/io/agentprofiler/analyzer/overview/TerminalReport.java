// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview;

import io.agentprofiler.analyzer.completeness.CoverageNotes;
import io.agentprofiler.analyzer.completeness.DataSection;
import io.agentprofiler.analyzer.cost.Costs;
import io.agentprofiler.analyzer.critical.CriticalSection;
import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.critical.latency.Latencies;
import io.agentprofiler.analyzer.finding.Findings;
import io.agentprofiler.analyzer.finding.view.FindingDocument;
import io.agentprofiler.analyzer.finding.view.GrowthSection;
import io.agentprofiler.analyzer.inspect.TreeView;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.CallLog;
import io.agentprofiler.analyzer.metric.Oddities;
import io.agentprofiler.analyzer.metric.operation.Operations;
import io.agentprofiler.analyzer.metric.sequence.CallPatterns;
import io.agentprofiler.analyzer.metric.workflow.SlowestWorkflows;
import io.agentprofiler.analyzer.metric.workflow.Workflows;
import io.agentprofiler.analyzer.modelserver.BackendSection;
import io.agentprofiler.analyzer.nat.profile.NatOptions;
import io.agentprofiler.analyzer.overview.section.CallSection;
import io.agentprofiler.analyzer.overview.section.OperationSection;
import io.agentprofiler.analyzer.overview.section.ProcessSection;
import io.agentprofiler.analyzer.overview.section.ProfilerCostSection;
import io.agentprofiler.analyzer.overview.section.RunSection;
import io.agentprofiler.analyzer.overview.section.TokenSection;
import io.agentprofiler.analyzer.overview.section.WorkflowSection;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.prefix.prompt.PromptPrefixes;
import io.agentprofiler.analyzer.sampling.SampledTotals;
import io.agentprofiler.analyzer.sampling.SamplingSection;
import io.agentprofiler.analyzer.score.Quality;
import io.agentprofiler.analyzer.score.QualityLog;
import io.agentprofiler.analyzer.score.QualitySection;
import io.agentprofiler.analyzer.score.Score;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.TerminalView;
import java.io.PrintStream;
import java.util.List;

/**
 * The report for the terminal: what ran, where time and tokens went, the slowest workflow, and what is missing.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class TerminalReport {
    private static final SlowestWorkflows SLOWEST = new SlowestWorkflows(1);
    private static final int TREE_ROWS = 40;

    private TerminalReport() {}

    /** Returns the analyses the report needs. */
    public static List<Analysis<?>> analyses(Costs.Question costs, Findings.Question findings) {
        return List.of(
                costs,
                findings,
                Workflows.ANALYSIS,
                Operations.ANALYSIS,
                Oddities.ANALYSIS,
                SampledTotals.ANALYSIS,
                CallLog.ANALYSIS,
                CallPatterns.ANALYSIS,
                PromptPrefixes.ANALYSIS,
                CriticalTotals.ANALYSIS,
                Latencies.ANALYSIS,
                QualityLog.ANALYSIS,
                SLOWEST);
    }

    /**
     * Prints the report.
     *
     * @param options what counts as much
     * @param costs the question of costs that was asked
     * @param findings the question of findings that was asked
     * @param scores scores from a file
     */
    public static void print(
            Outcome outcome,
            NatOptions options,
            Costs.Question costs,
            Findings.Question findings,
            List<Score> scores,
            Screen screen,
            PrintStream out) {
        Page page = new Page(screen);
        TerminalView view = new TerminalView(page);
        view.add(CoverageNotes.section(outcome));
        view.add(FindingDocument.findings(outcome, findings));
        view.add(RunSection.of(outcome, costs));
        Operations operations = outcome.summary().get(Operations.ANALYSIS);
        view.add(WorkflowSection.of(outcome.summary().get(Workflows.ANALYSIS)));
        view.add(CriticalSection.path(outcome.summary().get(CriticalTotals.ANALYSIS)));
        view.add(OperationSection.of(operations));
        view.add(CriticalSection.latency(outcome.summary().get(Latencies.ANALYSIS), outcome.profilerCost()));
        view.add(TokenSection.of(operations, outcome.summary().get(costs)));
        view.add(GrowthSection.of(outcome.summary().get(findings).growth()));
        view.add(QualitySection.of(Quality.of(outcome.summary().get(QualityLog.ANALYSIS), scores)));
        view.add(CallSection.of(outcome.summary(), options));
        for (Trace slowest : outcome.summary().get(SLOWEST)) {
            new TreeView(screen, slowest, TREE_ROWS).print(page, "Slowest workflow");
        }
        view.add(ProcessSection.of(outcome.runs()));
        view.add(BackendSection.of(outcome.backends()));
        view.add(SamplingSection.of(outcome));
        view.add(ProfilerCostSection.of(outcome.profilerCost()));
        view.add(DataSection.of(outcome));
        page.print(out);
    }
}
