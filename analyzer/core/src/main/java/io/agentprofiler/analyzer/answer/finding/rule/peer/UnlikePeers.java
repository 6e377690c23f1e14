// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.peer;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.peer.PeerSplit.FailureComparison;
import io.agentprofiler.analyzer.answer.finding.rule.peer.PeerSplit.TimeComparison;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.base.stat.Adjustment;
import io.agentprofiler.analyzer.base.stat.ConfidenceInterval;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds calls that take longer, or fail more often, than others of the same operation, by whatever they have in common: an agent, an
 * argument, a parameter, a server, a tenant. Any recorded attribute may tell them apart.
 *
 * <p>Many attributes are compared, and by chance some would differ. Holm's procedure keeps the chance that any finding of this rule is
 * mere chance below {@code peer-chance}, however the comparisons depend on each other (Holm: A Simple Sequentially Rejective Multiple Test
 * Procedure, Scandinavian Journal of Statistics 6, 1979). Times are compared by the rank test of Mann and Whitney, failures by Fisher's
 * exact test.
 */
public final class UnlikePeers extends FindingRule {
    static final Threshold PEER_TIMES = new Threshold(
            "peer-times", 1.5, "how many times longer calls take than others of their operation, for the same work");
    static final Threshold PEER_FAILURES = new Threshold(
            "peer-failures", 0.25, "by how much the share of workflows in which such calls fail is higher");
    static final Threshold PEER_CHANCE =
            new Threshold("peer-chance", 0.01, "chance that any such difference is found where there is none");

    private static final double MILLE = 0.001;

    /** What agents, prompts and parameters differ in is mostly what they are for: that it takes long is no news if its work explains it. */
    private static final Set<String> DESIGNED = Set.of(CallTraits.AGENT, CallTraits.ARGUMENTS);

    /** A comparison, and how likely such a difference is by chance. */
    private record PeerTest(Operation operation, double each, PeerSplit split, PeerMeasure measure, double p) {}

    /** What is compared. */
    private enum PeerMeasure {
        TIME_FOR_SAME_WORK,
        TIME,
        FAILURES
    }

    public UnlikePeers() {
        super("unlike-peers", PEER_TIMES, PEER_CHANCE, PEER_FAILURES);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(PeerCall.OF_OPERATIONS);
    }

    @Override
    public boolean explainsAllItClaims() {
        return false;
    }

    @Override
    public boolean explainsOperations() {
        return true;
    }

    @Override
    public void assess(Assessment assessment) {
        List<PeerTest> all = tested(assessment);
        double[] adjusted =
                Adjustment.familyWise(all.stream().mapToDouble(PeerTest::p).toArray());
        Map<Operation, List<PeerTest>> found = new LinkedHashMap<>();
        for (int i = 0; i < adjusted.length; i++) {
            PeerTest test = all.get(i);
            if (adjusted[i] <= assessment.of(PEER_CHANCE)) {
                found.computeIfAbsent(test.operation(), any -> new ArrayList<>())
                        .add(new PeerTest(test.operation(), test.each(), test.split(), test.measure(), adjusted[i]));
            }
        }
        found.values().forEach(tests -> report(assessment, tests, all.size()));
    }

    private static List<PeerTest> tested(Assessment assessment) {
        List<PeerTest> all = new ArrayList<>();
        assessment.input(PeerCall.OF_OPERATIONS).forEach((operation, calls) -> {
            List<PeerCall> kept = calls.inOrder();
            double each = 1 + calls.dropped() / (double) Math.max(1, kept.size());
            for (PeerSplit split : PeerSplit.of(kept)) {
                for (PeerMeasure measure : PeerMeasure.values()) {
                    all.add(tested(assessment, operation, each, split, measure));
                }
            }
        });
        return all;
    }

    /** Tests one difference. One that would not be reported counts as a test, with a p-value of 1. */
    private static PeerTest tested(
            Assessment assessment, Operation operation, double each, PeerSplit split, PeerMeasure measure) {
        double p = switch (measure) {
            case TIME_FOR_SAME_WORK -> p(assessment, split.forSameWork(assessment.of(PEER_TIMES)));
            case TIME -> p(assessment, split.asMeasured(assessment.of(PEER_TIMES)));
            case FAILURES -> p(assessment, split.failures());
        };
        return new PeerTest(operation, each, split, measure, p);
    }

    private static double p(Assessment assessment, TimeComparison times) {
        return times.times() >= assessment.of(PEER_TIMES) ? times.p() : 1;
    }

    private static double p(Assessment assessment, FailureComparison failures) {
        return failures.difference() >= assessment.of(PEER_FAILURES) ? failures.p() : 1;
    }

    private void report(Assessment assessment, List<PeerTest> tests, int comparisons) {
        Optional<PeerTest> slower = clearest(tests, PeerMeasure.TIME_FOR_SAME_WORK);
        if (slower.isPresent()) {
            slower(assessment, slower.get(), comparisons);
        } else {
            clearest(tests, PeerMeasure.TIME)
                    .filter(test -> !DESIGNED.contains(test.split().trait().name()))
                    .ifPresent(test -> explained(assessment, test));
        }
        clearest(tests, PeerMeasure.FAILURES).ifPresent(test -> failing(assessment, test, comparisons));
    }

    /** Returns the difference that is least likely by chance, of equal ones that of most calls. */
    private static Optional<PeerTest> clearest(List<PeerTest> tests, PeerMeasure measure) {
        return tests.stream()
                .filter(test -> test.measure() == measure)
                .min(Comparator.comparingDouble(PeerTest::p)
                        .thenComparing(test -> test.split().calls().size(), Comparator.reverseOrder())
                        .thenComparing(test -> test.split().words()));
    }

    private Candidate about(Assessment assessment, PeerTest test, List<PeerCall> shown) {
        return assessment
                .about(this, test.operation().label())
                .occurrences(
                        Math.round(test.split().calls().size() * test.each()),
                        PeerSplit.workflows(test.split().calls()))
                .evidence(shown.stream()
                        .map(PeerCall::evidence)
                        .sorted(Evidence.WEIGHTIEST_FIRST)
                        .limit(Evidence.MOST)
                        .toList());
    }

    private void slower(Assessment assessment, PeerTest test, int comparisons) {
        PeerSplit split = test.split();
        TimeComparison times = split.forSameWork(Double.POSITIVE_INFINITY);
        TimeComparison measured = split.asMeasured(Double.POSITIVE_INFINITY);
        ConfidenceInterval.Interval saved = split.savedNanos();
        boolean meanwhile = split.isBeforeOrAfter();
        Saving saving = Saving.between(
                meanwhile ? 0 : Math.round(saved.low() * test.each()), Math.round(saved.high() * test.each()));
        Candidate finding = about(assessment, test, split.calls())
                .confidence(meanwhile ? Confidence.WEAK : Confidence.STRONG)
                .time(saving.mostNanos())
                .saves(saving)
                .over(PEER_TIMES, times.times());
        if (finding.timeShare() >= assessment.of(Impact.MEDIUM_FROM)) {
            finding.report(
                    test.operation().label() + " takes " + times(measured.times()) + " times as long " + split.words()
                            + ": " + Units.duration(measured.nanos()) + " against "
                            + Units.duration(measured.peerNanos()) + " (median, "
                            + sizes(split) + ", " + chance(test.p(), comparisons) + ")"
                            + (measured.times() > assessment.of(PEER_TIMES) * times.times()
                                    ? "; for the same amount of work it takes " + times(times.times())
                                            + " times as long"
                                    : ""),
                    "find out what is different " + split.words()
                            + (meanwhile
                                    ? ", or what changed meanwhile: none of these calls ran while the others did"
                                    : ": which server, data or limit only these calls meet"));
        }
    }

    /** Says that a difference is no fault: what takes longer does more. */
    private void explained(Assessment assessment, PeerTest test) {
        PeerSplit split = test.split();
        TimeComparison measured = split.asMeasured(Double.POSITIVE_INFINITY);
        Candidate finding = about(assessment, test, split.calls())
                .confidence(Confidence.MEASURED)
                .time(Math.round(test.each()
                        * split.calls().stream()
                                .mapToLong(call -> call.figures().waited())
                                .sum()
                        * (1 - 1 / measured.times())))
                .impact(Impact.LOW);
        if (finding.timeShare() >= assessment.of(Impact.MEDIUM_FROM)) {
            finding.report(
                    test.operation().label() + " takes " + times(measured.times()) + " times as long " + split.words()
                            + " (" + sizes(split) + ") because it does more: " + more(split)
                            + "; for the same amount of work it takes "
                            + times(split.forSameWork(Double.POSITIVE_INFINITY).times()) + " times as long",
                    "check whether that much is needed " + split.words());
        }
    }

    /** Returns what there is more of, prompts or answers. */
    private static String more(PeerSplit split) {
        double in = PeerSplit.median(split.calls(), call -> call.figures().in());
        double out = PeerSplit.median(split.calls(), call -> call.figures().out());
        double usualIn = PeerSplit.median(split.peers(), call -> call.figures().in());
        double usualOut = PeerSplit.median(split.peers(), call -> call.figures().out());
        boolean prompts = in / usualIn > out / usualOut || Double.isNaN(out / usualOut);
        return (prompts ? "prompts of " + size(in) : "answers of " + size(out)) + " against "
                + size(prompts ? usualIn : usualOut)
                + (Double.isNaN(in) ? " characters" : " tokens");
    }

    private static String size(double length) {
        return Units.count(Math.round(length));
    }

    private void failing(Assessment assessment, PeerTest test, int comparisons) {
        PeerSplit split = test.split();
        FailureComparison failures = split.failures();
        List<PeerCall> failed = split.calls().stream().filter(PeerCall::failed).toList();
        about(assessment, test, failed)
                .confidence(Confidence.MEASURED)
                .time(Math.round(test.each()
                        * failed.stream()
                                .mapToLong(call -> call.figures().waited())
                                .sum()))
                .impact(Impact.MEDIUM)
                .over(PEER_FAILURES, failures.difference())
                .report(
                        test.operation().label() + " fails " + split.words() + ": in "
                                + Units.count(failures.failed()) + " of "
                                + Units.count(failures.workflows(), "workflow") + ", otherwise in "
                                + Units.count(failures.peersFailed()) + " of " + Units.count(failures.peerWorkflows())
                                + " (" + chance(test.p(), comparisons) + ")",
                        "reproduce it " + split.words() + ": that is where it fails");
    }

    private static String sizes(PeerSplit split) {
        return "n=" + Units.count(split.calls().size()) + " and "
                + Units.count(split.peers().size());
    }

    private static String chance(double p, int comparisons) {
        return (p < MILLE ? "p<0.001" : String.format(Locale.ROOT, "p=%.3f", p)) + " after Holm's correction for "
                + Units.count(comparisons, "comparison");
    }

    private static String times(double times) {
        return String.format(Locale.ROOT, times < 9.95 ? "%.1f" : "%.0f", times);
    }
}
