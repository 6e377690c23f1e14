// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.view;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.finding.Finding;
import io.agentprofiler.analyzer.finding.Findings;
import io.agentprofiler.analyzer.finding.Grade;
import io.agentprofiler.analyzer.finding.KindShare;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What to change first. */
public final class FindingSection {
    private static final int MOST = 3;
    private static final int EVIDENCE = 2;
    private static final int TRACE_DIGITS = 12;

    private FindingSection() {}

    public static void print(Page page, Outcome outcome, Findings.Question question) {
        CriticalTotals totals = outcome.summary().get(CriticalTotals.ANALYSIS);
        if (totals.workflows() == 0) {
            return;
        }
        List<Finding> findings = outcome.summary().get(question).ranked(totals, question.thresholds());
        page.heading("Findings", "what to change first");
        if (findings.isEmpty()) {
            page.line("nothing over its threshold");
        }
        for (Finding finding : findings.subList(0, Math.min(MOST, findings.size()))) {
            page.note(
                    "[" + finding.impact().word() + "]",
                    Texts.safe(finding.title() + saving(finding, totals) + ": " + finding.advice()),
                    switch (finding.impact()) {
                        case HIGH -> Ink.RED;
                        case MEDIUM -> Ink.YELLOW;
                        case LOW -> Ink.DIM;
                    });
            page.facts("  " + finding.confidence() + "  ", evidence(page, finding));
        }
        if (findings.size() > MOST) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(findings.size() - MOST, "more finding")
                            + "; report --out DIR writes all to findings.json",
                    Ink.DIM));
        }
        shares(page, totals);
        times(page, outcome.summary().get(question));
    }

    private static String saving(Finding finding, CriticalTotals totals) {
        StringBuilder text = new StringBuilder();
        if (finding.savedNanos() > 0) {
            boolean supposed = finding.grade() == Grade.MEASURED;
            text.append(supposed ? "; would save " : "; saves up to ")
                    .append(Units.duration(finding.savedNanos()))
                    .append(" (")
                    .append(Units.share(finding.savedNanos(), totals.wallNanos()))
                    .append(supposed ? ") if it took half" : ")");
        }
        if (finding.savedUsd() != null && finding.savedUsd().signum() > 0) {
            text.append(text.length() == 0 ? "; saves up to " : " and ").append(Units.money(finding.savedUsd()));
        }
        return text.toString();
    }

    private static List<Cell> evidence(Page page, Finding finding) {
        return finding.evidence().stream()
                .limit(EVIDENCE)
                .map(span -> Cell.of(
                        "trace " + span.trace().toString().substring(0, TRACE_DIGITS)
                                + page.screen().ellipsis() + " span "
                                + String.format(Locale.ROOT, "%016x", span.span()),
                        Ink.DIM))
                .toList();
    }

    private static void shares(Page page, CriticalTotals totals) {
        List<Cell> cells = new ArrayList<>();
        for (KindShare share : KindShare.of(totals)) {
            cells.add(Cell.of(share.group().word() + " " + Units.share(share.share(), 1) + " (usual "
                    + share.group().low() + "-" + share.group().high() + ")"));
        }
        if (totals.idleNanos() > 0) {
            cells.add(Cell.of("untracked " + Units.share(totals.idleNanos(), totals.wallNanos())));
        }
        if (totals.unfinishedNanos() > 0) {
            cells.add(Cell.of("without an end " + Units.share(totals.unfinishedNanos(), totals.wallNanos())));
        }
        page.facts("Waited for  ", cells);
    }

    private static void times(Page page, Findings findings) {
        List<Cell> cells = new ArrayList<>();
        findings.times()
                .forEach((sort, lengths) -> cells.add(Cell.of(
                        sort.word() + " " + Units.duration(lengths.percentile(50)) + " (usual " + sort.range() + ")",
                        sort.isUnusual(lengths.percentile(50)) ? Ink.PLAIN : Ink.DIM)));
        if (!cells.isEmpty()) {
            page.facts("Median call  ", cells);
        }
    }
}
