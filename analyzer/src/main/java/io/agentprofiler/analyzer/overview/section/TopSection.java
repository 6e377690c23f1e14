// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.section;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.finding.Finding;
import io.agentprofiler.analyzer.finding.Findings;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What was waited for longest though no finding is about it: where fewer than three findings are over their thresholds, these follow,
 * each with a tip for its kind and marked as below its threshold.
 */
public final class TopSection {
    private static final int MOST = 3;

    private TopSection() {}

    /** Describes as many operations as findings are lacking. */
    public static List<Note> of(Outcome outcome, Findings.Question question) {
        CriticalTotals totals = outcome.summary().get(CriticalTotals.ANALYSIS);
        List<Finding> findings = outcome.summary().get(question).ranked(totals, question.thresholds());
        Set<String> told = findings.stream().map(Finding::subject).collect(Collectors.toSet());
        return totals.longestFirst().stream()
                .filter(row -> row.getValue().waitedNanos() > 0)
                .filter(row -> !told.contains(row.getKey().label()))
                .limit(Math.max(0, MOST - findings.size()))
                .map(row -> note(row, totals))
                .toList();
    }

    private static Note note(Map.Entry<Operation, CriticalTotals.Row> row, CriticalTotals totals) {
        CriticalTotals.Row figures = row.getValue();
        return new Note(
                "[minor]",
                ReportWords.name(row.getKey().label()) + " is " + Units.share(figures.waitedNanos(), totals.wallNanos())
                        + " of the time, below its threshold; would save "
                        + Units.duration(figures.savedIfHalfNanos()) + " ("
                        + Units.share(figures.savedIfHalfNanos(), totals.wallNanos()) + ") if it took half: "
                        + tip(row.getKey()),
                Emphasis.DIM);
    }

    private static String tip(Operation operation) {
        return switch (operation.kind()) {
            case LLM -> "try a faster model, a shorter answer or prompt caching: analyzer whatif swap";
            case TOOL -> "look at what it waits for; cache its results or give it a timeout";
            case EMBEDDING -> "embed several texts in one call, or keep the vectors of texts that come again";
            case RETRIEVAL, RERANK -> "fetch fewer documents, or keep the answers of queries that come again";
            case MEMORY -> "read and write less of it, or keep it closer";
            case HTTP -> "reuse connections, and look at the server's own latency";
            case PROMPT, GUARDRAIL, EVALUATION ->
                "see whether every call needs it, and whether it can run beside others";
            case WORKFLOW, AGENT, FUNCTION -> "its own code; take a CPU profile of these spans";
        };
    }
}
