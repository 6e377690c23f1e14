// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The time on critical paths and the cost of calls that findings explain, by the operation whose own they are and by those
 * findings. Several may explain the same; only in the end is it known which of them are worth saying.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Explanations {
    /**
     * What time or cost is of.
     *
     * @param operation the operation whose own it is
     * @param subjects what explains it, in order; empty of what only findings about the operation as such explain
     */
    public record ExplanationKey(Operation operation, List<Subject> subjects) implements Comparable<ExplanationKey> {
        private static final Comparator<List<Subject>> IN_ORDER = (one, other) -> {
            for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
                int order = one.get(i).compareTo(other.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(one.size(), other.size());
        };
        private static final Comparator<ExplanationKey> ORDER =
                Comparator.comparing(ExplanationKey::operation).thenComparing(ExplanationKey::subjects, IN_ORDER);

        /** As a record's, but quicker: a key is looked up for each stretch of each workflow. */
        @Override
        public boolean equals(Object other) {
            return other instanceof ExplanationKey key
                    && operation.equals(key.operation)
                    && subjects.equals(key.subjects);
        }

        @Override
        public int hashCode() {
            return operation.hashCode() * 31 + subjects.hashCode();
        }

        @Override
        public int compareTo(ExplanationKey other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * So much of it.
     *
     * @param nanos time on critical paths
     * @param usd US dollars, {@code null} where no price is known
     */
    public record Amount(long nanos, BigDecimal usd) {
        /** Returns both together. Associative and commutative. */
        public Amount plus(Amount more) {
            return new Amount(nanos + more.nanos, usd == null ? more.usd : more.usd == null ? usd : usd.add(more.usd));
        }
    }

    /** An amount that grows: something is added for each stretch of each workflow. */
    private static final class ExplainedSum {
        private long nanos;
        private BigDecimal usd;

        void add(long moreNanos, BigDecimal moreUsd) {
            nanos += moreNanos;
            usd = usd == null ? moreUsd : moreUsd == null ? usd : usd.add(moreUsd);
        }
    }

    private final Map<ExplanationKey, ExplainedSum> amounts = new HashMap<>();

    /** Adds time on critical paths that these explain. */
    void add(Operation operation, Collection<Subject> subjects, long nanos) {
        sum(operation, subjects).add(nanos, null);
    }

    /** Adds cost that these explain. */
    void add(Operation operation, Collection<Subject> subjects, BigDecimal usd) {
        sum(operation, subjects).add(0, usd);
    }

    private ExplainedSum sum(Operation operation, Collection<Subject> subjects) {
        if (subjects instanceof List<Subject> list) {
            // mostly it is known, and need not be copied
            ExplainedSum known = amounts.get(new ExplanationKey(operation, list));
            if (known != null) {
                return known;
            }
        }
        return sum(new ExplanationKey(operation, List.copyOf(subjects)));
    }

    private ExplainedSum sum(ExplanationKey key) {
        return amounts.computeIfAbsent(key, any -> new ExplainedSum());
    }

    /** Adds what was found in other workflows. */
    public void add(Explanations more) {
        more.amounts.forEach((key, amount) -> sum(key).add(amount.nanos, amount.usd));
    }

    /** Returns how much is explained by each. */
    public SortedMap<ExplanationKey, Amount> amounts() {
        SortedMap<ExplanationKey, Amount> sorted = new TreeMap<>();
        amounts.forEach((key, sum) -> sorted.put(key, new Amount(sum.nanos, sum.usd)));
        return Collections.unmodifiableSortedMap(sorted);
    }
}
