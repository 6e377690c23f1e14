// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.call;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.finding.FindingRule;
import io.agentprofiler.analyzer.finding.Saving;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Assessment;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.schema.SpanKind;
import java.util.List;
import java.util.Map;

/** What part of all run time is waited for one kind of work. */
public final class TimeShare extends FindingRule {
    /** Model calls make up most of the time. */
    public static final FindingRule OF_MODELS = new TimeShare(
            "model-time",
            new Threshold(
                    "model-share",
                    0.80,
                    "share of the run time spent waiting for models, without the client's own work before and after its requests"),
            SpanKind.LLM,
            "models",
            "try a faster model, fewer calls, shorter answers or cached ones");

    /** Tools make up much of the time. */
    public static final FindingRule OF_TOOLS = new TimeShare(
            "tool-time",
            new Threshold("tool-share", 0.30, "share of the run time spent waiting for tools"),
            SpanKind.TOOL,
            "tools",
            "look at the slowest tool first");

    private final Threshold share;
    private final SpanKind kind;
    private final String work;
    private final String advice;

    private TimeShare(String id, Threshold share, SpanKind kind, String work, String advice) {
        super(id, share);
        this.share = share;
        this.kind = kind;
        this.work = work;
        this.advice = advice;
    }

    @Override
    public void assess(Assessment assessment) {
        List<Map.Entry<Operation, CriticalTotals.Row>> rows = assessment.totals().longestFirst().stream()
                .filter(row -> row.getKey().kind() == kind)
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        Operation first = rows.get(0).getKey();
        Candidate finding = assessment
                .about(this, first)
                .time(rows.stream()
                        .mapToLong(row -> row.getValue().waitedNanos())
                        .sum())
                .saves(Saving.time(rows.get(0).getValue().savedIfHalfNanos()));
        double part = finding.timeShare();
        if (part >= finding.of(share)) {
            finding.over(share, part)
                    .report(
                            Units.share(part, 1) + " of the run time is spent waiting for " + work + ", most of it for "
                                    + first.label(),
                            advice);
        }
    }
}
