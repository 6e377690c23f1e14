// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.answer.finding.scan.Claimant;
import io.agentprofiler.analyzer.answer.finding.scan.Explanations;
import io.agentprofiler.analyzer.answer.finding.scan.Explanations.Amount;
import io.agentprofiler.analyzer.answer.finding.scan.Explanations.Key;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.Subject;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Gives each stretch of the workflows' time, and the cost of each call, to one finding: findings come best first, and each takes
 * what it explains and no one before it took. What it saves is cut to that part.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Attribution {
    private final SortedMap<Key, Amount> amounts = new TreeMap<>();
    private final Function<Finding, Claimant> claimants;
    private final long wallNanos;
    private final Thresholds thresholds;
    /** The share that no finding has taken yet; 1 if there is no entry. */
    private final Map<Key, Double> timeLeft = new HashMap<>();

    private final Map<Key, Double> costLeft = new HashMap<>();

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
                        operation, new Amount(Math.max(0, row.pathNanos() - row.unfinishedNanos()), BigDecimal.ZERO)));
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
        amounts.merge(new Key(operation, List.of()), more, Amount::plus);
    }

    /** Returns the next finding with the share left for it. */
    Finding attributed(Finding finding) {
        Claimant rule = claimants.apply(finding);
        Subject subject = new Subject(rule.id(), finding.subject(), finding.confidence());
        boolean ofOperation = rule instanceof OperationRule;
        Predicate<Key> explained = ofOperation
                ? key -> key.operation().label().equals(finding.subject())
                : key -> key.subjects().contains(subject);
        double aboutNanos = finding.timeShare() * wallNanos;
        Taken time =
                take(explained, timeLeft, Amount::nanos, rule.explainsAllItClaims() ? Double.MAX_VALUE : aboutNanos);
        boolean ofMoney = !Double.isNaN(finding.costShare());
        Taken cost = ofMoney
                ? take(
                        explained,
                        costLeft,
                        amount -> amount.usd() == null ? 0 : amount.usd().doubleValue(),
                        Double.MAX_VALUE)
                : Taken.NOTHING;
        Saving saving = finding.saving().part(time.part(), cost.part());
        double costShare = finding.costShare() * cost.part();
        double share = saving.mostNanos() > 0 && wallNanos > 0
                ? saving.likelyNanos() / wallNanos
                : finding.timeShare() * time.part();
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
    private record Taken(double all, double left, double taken) {
        static final Taken NOTHING = new Taken(0, 0, 0);

        /** Returns which part was left; all of what is not said to be anything in particular. */
        double part() {
            return all == 0 ? 1 : left / all;
        }
    }

    private Taken take(
            Predicate<Key> explained, Map<Key, Double> parts, ToDoubleFunction<Amount> measure, double most) {
        double all = 0;
        double left = 0;
        for (Map.Entry<Key, Amount> one : amounts.entrySet()) {
            if (explained.test(one.getKey())) {
                double amount = measure.applyAsDouble(one.getValue());
                all += amount;
                left += amount * parts.getOrDefault(one.getKey(), 1.0);
            }
        }
        if (left == 0) {
            return new Taken(all, 0, 0);
        }
        double rest = Math.max(0, 1 - Math.min(left, most) / left);
        amounts.keySet().stream()
                .filter(explained)
                .forEach(key -> parts.merge(key, rest, (before, now) -> before * now));
        return new Taken(all, left, Math.min(left, most));
    }
}
