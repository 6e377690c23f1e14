// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.critical.Operation;
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
    private static final Comparator<Finding> ORDER = Comparator.comparingDouble(Verdicts::rank)
            .reversed()
            .thenComparing(Finding::rule)
            .thenComparing(Finding::subject)
            .thenComparing(Finding::grade);
    private static final int MIN_FOR_COLD_START = 5;
    private static final int MIN_FOR_P95 = 20;

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

    /** Surer findings come first where they promise about the same. */
    private static double rank(Finding finding) {
        return finding.weight()
                * switch (finding.grade()) {
                    case CERTAIN -> 1;
                    case STRONG -> 0.8;
                    case WEAK -> 0.25;
                };
    }

    List<Finding> ranked() {
        for (Map.Entry<Subject, Tally> entry : seen.noted().tallies().entrySet()) {
            Subject subject = entry.getKey();
            Tally tally = entry.getValue();
            if (tally.nanos() >= least(subject.rule()) * totals.wallNanos()) {
                findings.add(new Draft(subject.rule(), subject.name())
                        .grade(subject.grade())
                        .seen(tally)
                        .text(Wording.title(subject, tally), Wording.advice(subject))
                        .finding());
            }
        }
        seen.facts().forEach(this::operation);
        shares();
        findings.sort(ORDER);
        return List.copyOf(findings);
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

    private void operation(Operation operation, OperationFacts facts) {
        slow(operation, facts);
        cpu(operation, facts);
        coldStart(operation, facts);
        if (facts.mostCalls() > of(Threshold.CALLS_PER_WORKFLOW)) {
            findings.add(new Draft(Rule.MANY_CALLS, operation.label())
                    .about(facts)
                    .path(operation)
                    .text(Wording.manyCalls(operation, facts), "ask for several things in one call, or for fewer")
                    .finding());
        }
        cost(operation, facts);
    }

    private void slow(Operation operation, OperationFacts facts) {
        if (facts.durations().count() == 0) {
            return;
        }
        if (operation.kind() == SpanKind.LLM
                && facts.durations().mean() >= of(Threshold.SLOW_MODEL_MS) * Wording.MILLI) {
            findings.add(new Draft(Rule.SLOW_MODEL, operation.label())
                    .about(facts)
                    .path(operation)
                    .text(
                            Wording.slowModel(operation, facts),
                            "try a faster model, a shorter answer or prompt caching: analyzer whatif swap")
                    .finding());
        }
        if (operation.kind() == SpanKind.TOOL) {
            boolean many = facts.durations().count() >= MIN_FOR_P95;
            double slow =
                    many ? facts.durations().percentile(95) : facts.durations().max();
            if (slow >= of(Threshold.SLOW_TOOL_MS) * Wording.MILLI) {
                findings.add(new Draft(Rule.SLOW_TOOL, operation.label())
                        .about(facts)
                        .path(operation)
                        .text(
                                Wording.slowTool(operation, facts, slow, many),
                                "look at what it waits for; cache its results or give it a timeout")
                        .finding());
            }
        }
    }

    private void cpu(Operation operation, OperationFacts facts) {
        boolean own = operation.kind() == SpanKind.TOOL || operation.kind() == SpanKind.RETRIEVAL;
        if (own
                && facts.cpuCalls() > 0
                && facts.cpuNanos() >= of(Threshold.CPU_SHARE) * facts.timedNanos()
                && facts.cpuNanos() >= of(Threshold.CPU_MS) * Wording.MILLI * facts.cpuCalls()) {
            findings.add(new Draft(Rule.CPU_BOUND, operation.label())
                    .about(facts)
                    .path(operation)
                    .text(
                            Wording.cpuBound(operation, facts),
                            "it computes, and waits for nothing: a CPU profile of these spans says where")
                    .finding());
        }
    }

    private void coldStart(Operation operation, OperationFacts facts) {
        if (facts.durations().count() < MIN_FOR_COLD_START || facts.earliest() == null) {
            return;
        }
        long first = facts.earliest().weight();
        double median = facts.durations().percentile(50);
        long excess = Math.round(first - median);
        if (first >= median * of(Threshold.COLD_START_TIMES) && excess >= of(Threshold.COLD_START_MS) * Wording.MILLI) {
            findings.add(new Draft(Rule.COLD_START, operation.label())
                    .grade(Grade.STRONG)
                    .occurrences(1, 1)
                    .time(excess, excess)
                    .evidence(List.of(facts.earliest()))
                    .text(
                            Wording.coldStart(operation, first, median),
                            "make a first call, connection or class load before users wait for it")
                    .finding());
        }
    }

    private void cost(Operation operation, OperationFacts facts) {
        if (facts.pricedCalls() == 0 || facts.usd().signum() == 0) {
            return;
        }
        double share = facts.promptUsd().doubleValue() / facts.usd().doubleValue();
        if (operation.kind() == SpanKind.LLM && share >= of(Threshold.PROMPT_COST_SHARE)) {
            findings.add(new Draft(Rule.PROMPT_COST, operation.label())
                    .about(facts)
                    .money(facts.promptUsd())
                    .text(
                            Wording.promptCost(operation, facts, share),
                            "shorten what is sent each time (tools, system prompt, history), or have it cached:"
                                    + " analyzer prefix")
                    .finding());
        }
        double each = facts.usd().doubleValue() / facts.workflows();
        if (each >= of(Threshold.COST_PER_WORKFLOW_USD)) {
            findings.add(new Draft(Rule.COSTLY_MODEL, operation.label())
                    .about(facts)
                    .money(facts.usd())
                    .text(Wording.costly(operation, each), "call it less, or a cheaper model: analyzer whatif swap")
                    .finding());
        }
    }

    private void shares() {
        share(
                Rule.MODEL_TIME,
                SpanKind.LLM,
                Threshold.MODEL_SHARE,
                "of the time is waiting for models",
                "a faster model, fewer calls, or cached answers (the saving is at half the time of its calls)");
        share(
                Rule.TOOL_TIME,
                SpanKind.TOOL,
                Threshold.TOOL_SHARE,
                "of the time is waiting for tools",
                "look at the slowest tool first (the saving is at half its time)");
    }

    private void share(Rule rule, SpanKind kind, Threshold threshold, String says, String advice) {
        long waited = 0;
        Map.Entry<Operation, CriticalTotals.Row> first = null;
        for (Map.Entry<Operation, CriticalTotals.Row> row : totals.longestFirst()) {
            if (row.getKey().kind() == kind) {
                waited += row.getValue().pathNanos();
                first = first == null ? row : first;
            }
        }
        if (first == null || waited < of(threshold) * totals.wallNanos()) {
            return;
        }
        Draft draft = new Draft(rule, first.getKey().label());
        OperationFacts facts = seen.facts().get(first.getKey());
        if (facts != null) {
            draft.about(facts);
        }
        findings.add(draft.time(waited, first.getValue().savedIfHalfNanos())
                .text(Wording.share(waited, totals.wallNanos(), says, first.getKey()), advice)
                .finding());
    }

    /** A finding being put together. Unless said otherwise its saving cannot be told for sure. */
    private final class Draft {
        private final Rule rule;
        private final String subject;
        private Grade grade = Grade.WEAK;
        private String title;
        private String advice;
        private long occurrences;
        private long workflows;
        private long nanos;
        private long savedNanos;
        private BigDecimal usd;
        private BigDecimal savedUsd;
        private long savedTokens;
        private List<Evidence> evidence = List.of();

        Draft(Rule rule, String subject) {
            this.rule = rule;
            this.subject = subject;
        }

        Draft grade(Grade newGrade) {
            grade = newGrade;
            return this;
        }

        Draft seen(Tally tally) {
            occurrences(tally.occurrences(), tally.workflows());
            time(tally.nanos(), tally.savedNanos());
            savedUsd = tally.savedUsd();
            savedTokens = tally.savedTokens();
            return evidence(tally.evidence());
        }

        Draft about(OperationFacts facts) {
            return occurrences(facts.calls(), facts.workflows()).evidence(facts.slowest());
        }

        /** Takes the time from what was waited for. */
        Draft path(Operation operation) {
            CriticalTotals.Row row = totals.byOperation().get(operation);
            return row == null ? this : time(row.pathNanos(), row.savedIfHalfNanos());
        }

        Draft occurrences(long times, long inWorkflows) {
            occurrences = times;
            workflows = inWorkflows;
            return this;
        }

        Draft time(long about, long saved) {
            nanos = about;
            savedNanos = saved;
            return this;
        }

        Draft money(BigDecimal about) {
            usd = about;
            return this;
        }

        Draft evidence(List<Evidence> spans) {
            evidence = spans;
            return this;
        }

        Draft text(String newTitle, String newAdvice) {
            title = newTitle;
            advice = newAdvice;
            return this;
        }

        Finding finding() {
            long wall = totals.wallNanos();
            double time = wall <= 0 ? 0 : Math.min(1, (savedNanos > 0 ? savedNanos : nanos) / (double) wall);
            BigDecimal money = savedUsd == null ? usd : savedUsd;
            double cost = money == null || allUsd.signum() == 0
                    ? Double.NaN
                    : Math.min(1, money.doubleValue() / allUsd.doubleValue());
            if (usd != null && savedUsd == null) {
                // it is about money: the time of its calls is no matter
                time = 0;
            }
            return new Finding(
                    rule,
                    subject,
                    impact(Double.isNaN(cost) ? time : Math.max(time, cost)),
                    title,
                    advice,
                    grade,
                    occurrences,
                    workflows,
                    time,
                    cost,
                    savedNanos,
                    savedUsd,
                    savedTokens,
                    evidence);
        }

        private Impact impact(double share) {
            if (share >= of(Threshold.HIGH_IMPACT)) {
                return grade == Grade.WEAK ? Impact.MEDIUM : Impact.HIGH;
            }
            return share >= of(Threshold.MEDIUM_IMPACT) ? Impact.MEDIUM : Impact.LOW;
        }
    }
}
