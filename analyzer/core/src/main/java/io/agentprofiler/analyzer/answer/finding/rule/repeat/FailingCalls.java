// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.facts.Quotes;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.metric.workflow.FailedCalls;
import io.agentprofiler.analyzer.trace.metric.workflow.FailureStats;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Finds models, tools, agents and other operations whose calls fail. */
public final class FailingCalls extends FindingRule {
    static final Threshold FAILURE_RATE =
            new Threshold("failure-rate", 0.01, "share of an operation's calls that fail");

    static final RuleInput<FailedCalls> FAILED = new RuleInput<>(
            FailedCalls.ANALYSIS::empty,
            (into, workflow) -> FailedCalls.ANALYSIS.addTrace(into, workflow.trace()),
            FailedCalls.ANALYSIS::merge);
    /** The failed calls of each operation that began first, with what the recording says of them. */
    private static final RuleInput<SortedMap<Operation, List<Evidence>>> FIRST = new RuleInput<>(
            TreeMap::new,
            FailingCalls::addFailures,
            (into, more) -> more.forEach((operation, failures) -> {
                List<Evidence> all = into.computeIfAbsent(operation, any -> new ArrayList<>());
                all.addAll(failures);
                keepFirst(all);
            }));

    private static final double EVERY_OTHER = 0.5;
    private static final int SEVERAL = 2;
    private static final int MANY = 3;
    /** A workflow calls it so often at most if workflows are counted. */
    private static final long FEW_CALLS = 5;
    /** Quantile of the normal distribution for an interval of 80 %. */
    private static final double Z = 1.28;

    private static final int MESSAGE_CHARS = 160;

    /** What to do where too much was asked for. */
    static final String WAIT =
            "wait before the next attempt, as long as the answer says (Retry-After), or call less often";

    public FailingCalls() {
        super("failing-calls", FAILURE_RATE, RepeatedFailures.FAILURES_IN_A_ROW);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(FAILED, FIRST);
    }

    private static void addFailures(SortedMap<Operation, List<Evidence>> into, WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (WorkflowEnd.isFailedStep(span)) {
                List<Evidence> first = into.computeIfAbsent(Operation.of(span), any -> new ArrayList<>());
                Evidence failure = Evidence.of(workflow.trace(), span, -span.startNanos());
                if (first.size() < Evidence.MOST
                        || Evidence.WEIGHTIEST_FIRST.compare(failure, first.get(Evidence.MOST - 1)) < 0) {
                    first.add(failure.saying(Quotes.beyondMessage(workflow.trace(), span)));
                    keepFirst(first);
                }
            }
        }
    }

    private static void keepFirst(List<Evidence> failures) {
        failures.sort(Evidence.WEIGHTIEST_FIRST);
        if (failures.size() > Evidence.MOST) {
            failures.subList(Evidence.MOST, failures.size()).clear();
        }
    }

    /** No time or money matters before the answers are right. */
    @Override
    public boolean comesFirst() {
        return true;
    }

    @Override
    public void scan(WorkflowScan workflow) {
        workflow.shared(AskedAgain.IN_WORKFLOW).forEach((operation, again) -> {
            String name = operation.label();
            Set<Span> wasted = new HashSet<>(again.all());
            wasted.addAll(again.failed());
            workflow.explains(this, name, Confidence.MEASURED, wasted);
            if (!again.all().isEmpty()) {
                Saving sure = workflow.savedWithout(again.sure());
                Saving all = again.all().size() == again.sure().size() ? sure : workflow.savedWithout(again.all());
                long possible = Math.max(sure.mostNanos(), all.mostNanos());
                workflow.note(
                        this,
                        name,
                        Confidence.STRONG,
                        new Aggregate(again.sure().stream()
                                        .filter(again.failed()::contains)
                                        .count())
                                .most(again.longestRow())
                                .saves(Saving.between(sure.nanos(), possible))
                                .saves(workflow.useOf(again.sure())));
                workflow.explains(this, name, Confidence.STRONG, wasted);
            }
        });
    }

    @Override
    public void assess(Assessment assessment) {
        Map<String, Aggregate> again = new HashMap<>();
        assessment.observed(this).forEach((subject, seen) -> again.put(subject.name(), seen));
        assessment.input(FAILED).byOperation().forEach((operation, stats) -> {
            if (isReported(stats, assessment::of) && !FailingFirstChoice.isReported(assessment, operation.label())) {
                Aggregate seen = again.getOrDefault(operation.label(), new Aggregate(0));
                assessment
                        .about(this, operation.label())
                        .confidence(seen.saving().isClaimed() ? Confidence.STRONG : Confidence.MEASURED)
                        .occurrences(stats.failed(), stats.workflows())
                        .time(stats.failedNanos())
                        .saves(seen.saving())
                        .evidence(assessment.input(FIRST).getOrDefault(operation, List.of()))
                        .impact(impact(stats, assessment))
                        .over(FAILURE_RATE, stats.rate())
                        .report(
                                title(operation, stats, seen, assessment),
                                "fix this first; "
                                        + advice(
                                                stats,
                                                seen.most() >= assessment.of(RepeatedFailures.FAILURES_IN_A_ROW)));
            }
        });
    }

    private static String advice(FailureStats stats, boolean inARow) {
        return stats.isRateLimited()
                ? WAIT
                : inARow ? RepeatedFailures.STOP : "the agent continues without the result, or retries";
    }

    /** Answers whether an operation fails often enough to be reported. */
    static boolean isReported(FailureStats stats, ToDoubleFunction<Threshold> limits) {
        return stats != null && stats.failed() > 0 && stats.rate() >= limits.applyAsDouble(FAILURE_RATE);
    }

    /**
     * Every other call, or many workflows, is a lot; which of these it is, those that were kept for it cannot tell. How many it is must be
     * sure: a single failure among many calls is an accident. Workflows that call it again and again fail at it sooner or later, so of
     * these only calls are counted.
     */
    private static Impact impact(FailureStats stats, Assessment assessment) {
        if (stats.isSelected()) {
            return stats.failed() >= SEVERAL ? Impact.MEDIUM : Impact.LOW;
        }
        long all = assessment.totals().workflows();
        if (!assessment.totals().tellWaiting() && stats.rate() < EVERY_OTHER) {
            // a finished log of an agent that went on: to it, a command that fails is an answer
            return Impact.LOW;
        }
        boolean few = stats.calls() <= FEW_CALLS * all;
        double workflows = all == 0 || !few ? 0 : stats.workflows() / (double) all;
        double calls = atLeast(stats.failed(), stats.calls());
        boolean several = stats.failed() >= SEVERAL || stats.failed() == stats.calls();
        if (stats.rate() >= EVERY_OTHER && several && calls >= assessment.of(Impact.HIGH_FROM)
                || workflows >= assessment.of(Impact.HIGH_FROM) && stats.failed() >= MANY) {
            return Impact.HIGH;
        }
        boolean sure = Math.max(calls, workflows == 0 ? 0 : atLeast(stats.workflows(), all))
                >= assessment.of(Impact.MEDIUM_FROM);
        return sure && (stats.failed() >= SEVERAL || stats.rate() >= EVERY_OTHER) ? Impact.MEDIUM : Impact.LOW;
    }

    /** Returns the lower end of the 80 % interval of a share (Wilson, 1927). */
    private static double atLeast(long some, long all) {
        if (all <= 0) {
            return 0;
        }
        double share = some / (double) all;
        double square = Z * Z / all;
        return (share + square / 2 - Math.sqrt(square * (share * (1 - share) + square / 4))) / (1 + square);
    }

    private static String title(Operation operation, FailureStats stats, Aggregate again, Assessment assessment) {
        String often = stats.isSelected()
                ? Units.count(stats.failed(), "time") + " in "
                        + Units.count(stats.workflows(), "recorded workflow")
                        + "; some were kept for failing or being slow, so how many of all calls fail is not known"
                : "in " + Units.count(stats.failed()) + " of " + Units.count(stats.calls(), "call")
                        + " (" + Units.share(stats.rate(), 1) + "), in "
                        + Units.count(stats.workflows()) + " of "
                        + Units.count(assessment.totals().workflows(), "workflow");
        String row = again.most() >= assessment.of(RepeatedFailures.FAILURES_IN_A_ROW)
                ? ", up to " + Math.round(again.most()) + " times in a row"
                : "";
        String asked =
                again.occurrences() == 0 ? "" : ", and was asked again " + Units.count(again.occurrences(), "time");
        return operation.label() + " failed " + often + asked + row + "; most often " + stats.errorType()
                + message(stats);
    }

    private static String message(FailureStats stats) {
        String message = stats.message();
        if (message == null) {
            return "";
        }
        return (stats.messagesDiffer() ? ", for example: " : ": ")
                + (message.length() <= MESSAGE_CHARS ? message : message.substring(0, MESSAGE_CHARS) + "…");
    }
}
