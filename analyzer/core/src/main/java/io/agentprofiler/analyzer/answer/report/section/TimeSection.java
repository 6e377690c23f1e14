// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.answer.critical.CriticalSection.PathPart;
import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.List;

/** Where the workflows' time went, in a line: no remark on it, only what was waited for longest. */
public final class TimeSection {
    private static final int MOST = 3;

    private TimeSection() {}

    /** Describes what was waited for longest, and how much of the time the findings explain. */
    public static Facts of(Outcome outcome, Findings.FindingsQuestion question) {
        CriticalTotals totals = CriticalTotals.in(outcome.summary());
        Facts.Builder facts = Facts.about(RunSection.label("Time"));
        // a span without an end measures nothing
        List<PathPart.Time> times = PathPart.longestFirst(totals).stream()
                .filter(time -> time.part() != PathPart.UNFINISHED)
                .limit(MOST)
                .toList();
        long rest = totals.wallNanos();
        for (PathPart.Time time : times) {
            rest -= time.nanos();
            facts.add(ReportWords.name(time.label()) + " " + Units.share(time.nanos(), totals.wallNanos()));
        }
        if (rest > 0) {
            facts.add("the rest " + Units.share(rest, totals.wallNanos()));
        }
        double explained =
                outcome.summary().get(question).ranked(totals, outcome.processes(), question.thresholds()).stream()
                        .filter(finding -> finding.impact() != Impact.LOW)
                        .mapToDouble(finding -> finding.shares().explainedShare())
                        .filter(share -> share > 0)
                        .sum();
        if (explained > 0) {
            facts.add("findings explain " + Units.share(Math.min(1, explained), 1));
        }
        return facts.build();
    }
}
