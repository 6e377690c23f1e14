// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.facts.ContextGrowth;
import io.agentprofiler.analyzer.answer.finding.facts.UsualTime;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregates;
import io.agentprofiler.analyzer.answer.finding.scan.Claims.Claimant;
import io.agentprofiler.analyzer.answer.finding.scan.CodePlaces;
import io.agentprofiler.analyzer.answer.finding.scan.Explanations;
import io.agentprofiler.analyzer.answer.finding.scan.Explanations.Amount;
import io.agentprofiler.analyzer.answer.finding.scan.Explanations.ExplanationKey;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.Subject;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.process.ProcessLogs;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The observations of all rules over all workflows, from which findings are made.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Findings implements Assessment.Seen {
    /** The analysis by rules, under thresholds and prices; the instance is the key of its answer. */
    public static final class FindingsQuestion implements Analysis<Findings> {
        private final List<FindingRule> rules;
        private final Thresholds thresholds;
        private final PriceList prices;
        private final JvmEvents jvm;
        /** Each once. */
        private final List<RuleInput<?>> inputs;
        /** The same as arrays, as they are gone through for each workflow. */
        private final FindingRule[] inOrder;

        private final RuleInput<?>[] inputsInOrder;

        /** Asks by all rules, without a flight recording. */
        public FindingsQuestion(Thresholds thresholds, PriceList prices) {
            this(FindingRules.ALL, thresholds, prices, JvmEvents.NONE);
        }

        /**
         * Asks.
         *
         * @param rules what is looked for
         * @param jvm what a flight recording of the same process tells
         */
        public FindingsQuestion(List<FindingRule> rules, Thresholds thresholds, PriceList prices, JvmEvents jvm) {
            this.rules = List.copyOf(rules);
            this.thresholds = thresholds;
            this.prices = prices;
            this.jvm = jvm;
            Set<RuleInput<?>> all = new LinkedHashSet<>(List.of(
                    UsualTime.LENGTHS,
                    OperationFacts.BY_OPERATION,
                    CodePlaces.BY_OPERATION,
                    ContextGrowth.OF_CONVERSATIONS,
                    Leads.CUT));
            rules.forEach(rule -> all.addAll(rule.inputs()));
            this.inputs = List.copyOf(all);
            this.inOrder = this.rules.toArray(FindingRule[]::new);
            this.inputsInOrder = inputs.toArray(RuleInput<?>[]::new);
        }

        /** Returns the prices. */
        public PriceList prices() {
            return prices;
        }

        /** Returns the number of rules. */
        public int rules() {
            return rules.size();
        }

        public Thresholds thresholds() {
            return thresholds;
        }

        @Override
        public Findings empty() {
            return new Findings(this);
        }

        @Override
        public Findings of(Trace trace) {
            return addTrace(empty(), trace);
        }

        /** Scans a workflow. A workflow in which nothing ended is ignored. */
        @Override
        public Findings addTrace(Findings into, Trace trace) {
            if (!trace.isFragment() && hasEnd(trace)) {
                Aggregates observed = new Aggregates();
                WorkflowScan workflow = new WorkflowScan(trace, thresholds, prices, jvm, observed);
                gather(into, workflow);
                scan(workflow);
                into.observed.add(observed);
                workflow.explain(into.explanations);
            }
            return into;
        }

        // Methods of their own, so that the JVM compiles these loops without all that is around them.

        private void gather(Findings into, WorkflowScan workflow) {
            for (int i = 0; i < into.gathered.length; i++) {
                into.addTo(inputsInOrder[i], i, workflow);
            }
        }

        private void scan(WorkflowScan workflow) {
            for (FindingRule rule : inOrder) {
                rule.scan(workflow);
            }
        }

        private static boolean hasEnd(Trace trace) {
            for (Span span : trace.spans()) {
                if (!span.has(SpanFlag.UNFINISHED)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public Findings merge(Findings into, Findings more) {
            into.observed.add(more.observed);
            into.explanations.add(more.explanations);
            for (int i = 0; i < into.gathered.length; i++) {
                into.add(inputs.get(i), i, more);
            }
            return into;
        }

        @Override
        public String toString() {
            return "findings";
        }
    }

    private static final class Bundled {
        private static final FindingsQuestion QUESTION = new FindingsQuestion(Thresholds.STANDARD, PriceList.bundled());
    }

    private final FindingsQuestion question;
    private final Aggregates observed = new Aggregates();
    private final Explanations explanations = new Explanations();
    /** What was gathered of each input, in the question's order. */
    private final Object[] gathered;

    private Findings(FindingsQuestion question) {
        this.question = question;
        this.gathered =
                question.inputs.stream().map(input -> input.empty().get()).toArray();
    }

    /** Returns the question under the standard thresholds and the prices that come with the analyzer. */
    public static FindingsQuestion standard() {
        return Bundled.QUESTION;
    }

    private <A> void addTo(RuleInput<A> input, int place, WorkflowScan workflow) {
        input.add().accept(gathered(input, place), workflow);
    }

    private <A> void add(RuleInput<A> input, int place, Findings more) {
        input.merge().accept(gathered(input, place), more.gathered(input, place));
    }

    @SuppressWarnings("unchecked") // only what an input itself made is at its place
    private <A> A gathered(RuleInput<A> input, int place) {
        return (A) gathered[place];
    }

    /** Returns what a rule noted. */
    @Override
    public SortedMap<Subject, Aggregate> observed(Claimant rule) {
        return observed.of(rule.id());
    }

    /** Returns what was gathered, {@code null} of an input that no rule asked for. */
    @Override
    public <A> A input(RuleInput<A> input) {
        int place = question.inputs.indexOf(input);
        return place < 0 ? null : gathered(input, place);
    }

    /** Returns how the prompts of conversations grew. */
    public ContextGrowth growth() {
        return input(ContextGrowth.OF_CONVERSATIONS);
    }

    /** Returns where in the application's code the calls of a finding's subject were made; {@code null} where that is not known. */
    CodePlaces places(Finding finding) {
        CodePlaces places = input(CodePlaces.BY_OPERATION).get(finding.subject());
        return places == null || !places.areKnown() ? null : places;
    }

    /** Returns the lengths of measured calls, by what is usual for them. */
    public SortedMap<UsualTime, Distribution> times() {
        return Collections.unmodifiableSortedMap(input(UsualTime.LENGTHS));
    }

    /**
     * Returns the findings, what promises most first. Each stretch of the workflows' time, and the cost of each call, is explained by
     * one of them at most, so what they save adds up.
     *
     * @param totals what all the workflows waited for
     */
    public List<Finding> ranked(CriticalTotals totals, Thresholds thresholds) {
        return ranked(totals, ProcessLogs.NONE, thresholds);
    }

    /**
     * Returns the findings, with what samples of the processes tell.
     *
     * @param totals what all the workflows waited for
     * @param processes samples of the processes that the workflows ran in
     */
    public List<Finding> ranked(CriticalTotals totals, ProcessLogs processes, Thresholds thresholds) {
        Assessment assessment = new Assessment(totals, processes, thresholds, this);
        question.rules.forEach(rule -> rule.assess(assessment));
        Map<String, FindingRule> rules = question.rules.stream()
                .collect(Collectors.toMap(FindingRule::id, rule -> rule, (one, other) -> one, LinkedHashMap::new));
        List<String> order = List.copyOf(rules.keySet());
        Comparator<Finding> bestFirst = Comparator.comparing((Finding finding) -> finding.impact() == Impact.LOW
                        || !rules.get(finding.rule()).comesFirst())
                .thenComparing(Finding::impact)
                // what has no remedy never comes before what has one
                .thenComparing(finding -> !finding.saving().isClaimed())
                .thenComparing(Comparator.comparingDouble((Finding finding) -> promise(finding, totals.measuredNanos()))
                        .reversed())
                .thenComparing(finding -> order.indexOf(finding.rule()))
                .thenComparing(Finding::subject)
                .thenComparing(Finding::confidence);
        Attribution attribution = new Attribution(
                explanations, assessment::claimant, totals, input(OperationFacts.BY_OPERATION), thresholds);
        return assessment.findings().stream()
                .sorted(bestFirst)
                .map(attribution::attributed)
                .sorted(bestFirst)
                .toList();
    }

    /** With about the same saving, findings of higher confidence come first. */
    private static double promise(Finding finding, long wallNanos) {
        return finding.weight(wallNanos)
                * switch (finding.confidence()) {
                    case CERTAIN -> 1;
                    case STRONG -> 0.8;
                    case MEASURED -> 0.7;
                    case WEAK -> 0.2;
                };
    }

    /**
     * Gives each stretch of the workflows' time, and the cost of each call, to one finding: findings come best first, and each takes
     * what it explains and no one before it took. What it saves is cut to that part.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class Attribution {
        private final SortedMap<ExplanationKey, Amount> amounts = new TreeMap<>();
        private final Function<Finding, Claimant> claimants;
        private final long wallNanos;
        private final Thresholds thresholds;
        /** The share that no finding has taken yet; 1 if there is no entry. */
        private final Map<ExplanationKey, Double> timeLeft = new HashMap<>();

        private final Map<ExplanationKey, Double> costLeft = new HashMap<>();

        /**
         * Starts with all that is to be explained.
         *
         * @param explained what findings explain
         * @param claimants which rule claimed what a finding explains
         * @param totals what all the workflows waited for
         * @param facts what all calls cost
         */
        Attribution(
                Explanations explained,
                Function<Finding, Claimant> claimants,
                CriticalTotals totals,
                SortedMap<Operation, OperationFacts> facts,
                Thresholds thresholds) {
            this.claimants = claimants;
            this.wallNanos = totals.measuredNanos();
            this.thresholds = thresholds;
            totals.byOperation()
                    .forEach((operation, row) -> add(
                            operation,
                            new Amount(Math.max(0, row.pathNanos() - row.unfinishedNanos()), BigDecimal.ZERO)));
            facts.forEach((operation, ofOperation) -> add(operation, new Amount(0, ofOperation.usd())));
            explained.amounts().forEach((key, amount) -> {
                amounts.put(key, amount);
                add(
                        key.operation(),
                        new Amount(
                                -amount.nanos(),
                                amount.usd() == null ? null : amount.usd().negate()));
            });
        }

        /** Adds to what only findings about an operation as such explain. */
        private void add(Operation operation, Amount more) {
            amounts.merge(new ExplanationKey(operation, List.of()), more, Amount::plus);
        }

        /** Returns the next finding with the share left for it. */
        Finding attributed(Finding finding) {
            Claimant rule = claimants.apply(finding);
            Subject subject = new Subject(rule.id(), finding.subject(), finding.confidence());
            boolean ofOperation = rule.explainsOperations();
            Predicate<ExplanationKey> explained = ofOperation
                    ? key -> key.operation().label().equals(finding.subject())
                    : key -> key.subjects().contains(subject);
            double aboutNanos = finding.shares().timeShare() * wallNanos;
            TakenShare time = take(
                    explained, timeLeft, Amount::nanos, rule.explainsAllItClaims() ? Double.MAX_VALUE : aboutNanos);
            boolean ofMoney = !Double.isNaN(finding.shares().costShare());
            TakenShare cost = ofMoney
                    ? take(
                            explained,
                            costLeft,
                            amount -> amount.usd() == null ? 0 : amount.usd().doubleValue(),
                            Double.MAX_VALUE)
                    : TakenShare.NOTHING;
            Saving saving = finding.saving().part(time.part(), cost.part());
            double costShare = finding.shares().costShare() * cost.part();
            double share = saving.mostNanos() > 0 && wallNanos > 0
                    ? saving.likelyNanos() / wallNanos
                    : finding.shares().timeShare() * time.part();
            Impact left = Impact.of(
                    Double.isNaN(costShare) ? share : Math.max(share, costShare * saving.likelyMoneyPart()),
                    saving.isClaimed() && finding.confidence() != Confidence.WEAK,
                    thresholds::of);
            return finding.explaining(
                    wallNanos == 0 || time.all() == 0 ? Double.NaN : time.taken() / wallNanos,
                    costShare,
                    saving,
                    rule.comesFirst() || left.compareTo(finding.impact()) < 0 ? finding.impact() : left);
        }

        /**
         * What a finding took.
         *
         * @param all what it explains
         * @param left what of it nobody had taken
         * @param taken what it took of that
         */
        private record TakenShare(double all, double left, double taken) {
            static final TakenShare NOTHING = new TakenShare(0, 0, 0);

            /** Returns which part was left; all of what is not said to be anything in particular. */
            double part() {
                return all == 0 ? 1 : left / all;
            }
        }

        private TakenShare take(
                Predicate<ExplanationKey> explained,
                Map<ExplanationKey, Double> parts,
                ToDoubleFunction<Amount> measure,
                double most) {
            double all = 0;
            double left = 0;
            for (Map.Entry<ExplanationKey, Amount> one : amounts.entrySet()) {
                if (explained.test(one.getKey())) {
                    double amount = measure.applyAsDouble(one.getValue());
                    all += amount;
                    left += amount * parts.getOrDefault(one.getKey(), 1.0);
                }
            }
            if (left == 0) {
                return new TakenShare(all, 0, 0);
            }
            double rest = Math.max(0, 1 - Math.min(left, most) / left);
            amounts.keySet().stream()
                    .filter(explained)
                    .forEach(key -> parts.merge(key, rest, (before, now) -> before * now));
            return new TakenShare(all, left, Math.min(left, most));
        }
    }
}
