// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.metric.failure.FailureStats;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.schema.SpanKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Makes findings of what was seen, once all of it is known.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Verdicts {
    private static final Comparator<Finding> ORDER = Comparator.comparing(Verdicts::comesLater)
            .thenComparing(Finding::impact)
            .thenComparing(Comparator.comparingDouble(Verdicts::rank).reversed())
            .thenComparing(Finding::rule)
            .thenComparing(Finding::subject)
            .thenComparing(Finding::grade);

    private static final double EVERY_OTHER = 0.5;

    private final Findings seen;
    private final CriticalTotals totals;
    private final Thresholds thresholds;
    private final BigDecimal allUsd;
    private final List<Finding> findings = new ArrayList<>();

    Verdicts(Findings seen, CriticalTotals totals, Thresholds thresholds) {
        this.seen = seen;
        this.totals = totals;
        this.thresholds = thresholds;
        this.allUsd = seen.facts().values().stream().map(OperationFacts::usd).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** What fails comes first: no time or money matters before the answers are right. */
    private static boolean comesLater(Finding finding) {
        return finding.rule() != Rule.FAILING_CALLS || finding.impact() == Impact.LOW;
    }

    /** Surer findings come first where they promise about the same. */
    private static double rank(Finding finding) {
        return finding.weight()
                * switch (finding.grade()) {
                    case CERTAIN -> 1;
                    case STRONG -> 0.8;
                    case MEASURED -> finding.saves() ? 0.5 : 0.25;
                    case WEAK -> 0.2;
                };
    }

    List<Finding> ranked() {
        for (Map.Entry<Subject, Tally> entry : seen.noted().tallies().entrySet()) {
            Subject subject = entry.getKey();
            Tally tally = entry.getValue();
            if (tally.nanos() >= least(subject.rule()) * totals.wallNanos()) {
                findings.add(measured(draft(subject.rule(), subject.name()), subject.rule(), tally)
                        .grade(subject.grade())
                        .seen(tally)
                        .text(Wording.title(subject, tally), advice(subject, tally))
                        .finding());
            }
        }
        OperationVerdicts operations = new OperationVerdicts(thresholds, totals, this::draft, findings::add);
        seen.facts().forEach(operations::judge);
        findings.addAll(GrowthVerdicts.of(seen.growth(), thresholds, this::draft));
        seen.failed().byOperation().forEach(this::failing);
        shares();
        findings.sort(ORDER);
        return List.copyOf(findings);
    }

    private Draft measured(Draft draft, Rule rule, Tally tally) {
        double share = totals.wallNanos() == 0 ? 0 : tally.nanos() / (double) totals.wallNanos();
        return switch (rule) {
            case LOOP, SIMILAR_LOOP -> draft.over(Threshold.LOOP_CALLS, tally.most());
            case REPEATED_FAILURES -> draft.over(Threshold.FAILURES_IN_A_ROW, tally.most());
            case RETRIES -> draft.over(Threshold.RETRIES_PER_CALL, tally.most() - 1);
            case BEFORE_REQUEST -> draft.over(Threshold.BEFORE_REQUEST_MS, tally.most() / Wording.MILLI);
            case LARGE_CONTEXT -> draft.over(Threshold.CONTEXT_SHARE, tally.most());
            case GC_PAUSES -> draft.over(Threshold.GC_SHARE, share);
            case LOCK_WAITS -> draft.over(Threshold.LOCK_SHARE, share);
            default -> draft;
        };
    }

    private String advice(Subject subject, Tally tally) {
        return subject.rule() == Rule.LARGE_CONTEXT
                ? Wording.fullness(tally.most(), thresholds)
                : Wording.advice(subject);
    }

    private Draft draft(Rule rule, String subject) {
        return new Draft(rule, subject, totals, thresholds, allUsd);
    }

    private double of(Threshold threshold) {
        return thresholds.of(threshold);
    }

    /** Returns the part of all run time that something must be about to be a finding. */
    private double least(Rule rule) {
        return switch (rule) {
            case GC_PAUSES -> of(Threshold.GC_SHARE);
            case LOCK_WAITS -> of(Threshold.LOCK_SHARE);
            default -> 0;
        };
    }

    private void failing(Operation operation, FailureStats stats) {
        if (stats.failed() == 0 || stats.rate() < of(Threshold.FAILURE_RATE)) {
            return;
        }
        List<Evidence> evidence = stats.examples().stream()
                .map(example -> new Evidence(example.trace(), example.span(), 0))
                .toList();
        findings.add(draft(Rule.FAILING_CALLS, operation.label())
                .occurrences(stats.failed(), stats.workflows())
                .time(stats.failedNanos(), 0)
                .evidence(evidence)
                .impact(impact(stats))
                .over(Threshold.FAILURE_RATE, stats.rate())
                .text(
                        Wording.failing(operation, stats, totals.workflows()),
                        "look at this error before anything else: workflows go on without what failed")
                .finding());
    }

    /** Every other call, or many workflows, is a lot; which of these it is, those that were kept for it cannot tell. */
    private Impact impact(FailureStats stats) {
        if (stats.isSelected()) {
            return Impact.MEDIUM;
        }
        double workflows = totals.workflows() == 0 ? 0 : stats.workflows() / (double) totals.workflows();
        if (stats.rate() >= EVERY_OTHER || workflows >= of(Threshold.HIGH_IMPACT)) {
            return Impact.HIGH;
        }
        return Math.max(stats.rate(), workflows) >= of(Threshold.MEDIUM_IMPACT) ? Impact.MEDIUM : Impact.LOW;
    }

    private void shares() {
        share(
                Rule.MODEL_TIME,
                SpanKind.LLM,
                Threshold.MODEL_SHARE,
                "of the time is waiting for models",
                "try a faster model, fewer calls, shorter answers or cached ones");
        share(
                Rule.TOOL_TIME,
                SpanKind.TOOL,
                Threshold.TOOL_SHARE,
                "of the time is waiting for tools",
                "look at the slowest tool first");
    }

    private void share(Rule rule, SpanKind kind, Threshold threshold, String says, String advice) {
        long waited = 0;
        Map.Entry<Operation, CriticalTotals.Row> first = null;
        for (Map.Entry<Operation, CriticalTotals.Row> row : totals.longestFirst()) {
            if (row.getKey().kind() == kind) {
                waited += row.getValue().waitedNanos();
                first = first == null ? row : first;
            }
        }
        if (first == null || waited < of(threshold) * totals.wallNanos()) {
            return;
        }
        Draft draft = draft(rule, first.getKey().label());
        OperationFacts facts = seen.facts().get(first.getKey());
        if (facts != null) {
            draft.about(facts);
        }
        findings.add(draft.time(waited, first.getValue().savedIfHalfNanos())
                .over(threshold, waited / (double) totals.wallNanos())
                .text(Wording.share(waited, totals.wallNanos(), says, first.getKey()), advice)
                .finding());
    }
}
