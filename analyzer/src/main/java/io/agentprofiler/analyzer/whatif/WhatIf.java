// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.stat.Saturated;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.whatif.Supposed.FirstChunk;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What all workflows would take if something were otherwise.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class WhatIf {
    /** Most workflows that are named. */
    public static final int MAX_NAMED = 200_000;

    /** The analysis of a supposition; the instance is the key of its answer. */
    public static final class Question implements Analysis<WhatIf> {
        private final Supposition supposition;
        private final int named;

        /**
         * Asks.
         *
         * @param named how many of the workflows that would be otherwise to name, up to {@value #MAX_NAMED}
         */
        public Question(Supposition supposition, int named) {
            this.supposition = supposition;
            this.named = Math.min(named, MAX_NAMED);
        }

        public Supposition supposition() {
            return supposition;
        }

        @Override
        public WhatIf empty() {
            return new WhatIf(named);
        }

        @Override
        public WhatIf of(Trace trace) {
            WhatIf whatIf = empty();
            if (!trace.isFragment()) {
                whatIf.add(trace, supposition.of(trace), supposition.variants().size());
            }
            return whatIf;
        }

        @Override
        public WhatIf merge(WhatIf into, WhatIf more) {
            into.add(more);
            return into;
        }

        @Override
        public String toString() {
            return "what if";
        }
    }

    private final int maxNamed;
    private long workflows;
    private long changed;
    private long nanos;
    private long supposedNanos;
    private long savedTokens;
    private BigDecimal savedUsd;
    private final SortedMap<String, Long> counts = new TreeMap<>();
    /** Sums of the draws, of the workflows with any; the others' supposed run time is in {@link #undrawnNanos}. */
    private long[] draws;

    private long undrawnNanos;
    private List<Variant> variants = List.of();
    private long withFirstChunk;
    private FirstChunk firstChunk = new FirstChunk(0, 0);
    private List<ChangedWorkflow> named = new ArrayList<>();

    private WhatIf(int maxNamed) {
        this.maxNamed = maxNamed;
    }

    private void add(Trace trace, Supposed supposed, int variantCount) {
        workflows = 1;
        nanos = trace.durationNanos();
        supposedNanos = supposed.nanos();
        savedTokens = supposed.savedTokens();
        savedUsd = supposed.savedUsd();
        counts.putAll(supposed.counts());
        draws = supposed.draws();
        undrawnNanos = draws == null ? supposedNanos : 0;
        variants = supposed.variants() == null
                ? Collections.nCopies(variantCount, new Variant(0, nanos, 0, null))
                : supposed.variants();
        if (supposed.firstChunk() != null) {
            withFirstChunk = 1;
            firstChunk = supposed.firstChunk();
        }
        boolean other = nanos != supposedNanos || savedTokens != 0 || savedUsd != null && savedUsd.signum() != 0;
        if (other) {
            changed = 1;
            named.add(ChangedWorkflow.of(trace, supposed));
        }
    }

    private void add(WhatIf more) {
        workflows += more.workflows;
        changed += more.changed;
        nanos = Saturated.add(nanos, more.nanos);
        supposedNanos = Saturated.add(supposedNanos, more.supposedNanos);
        savedTokens += more.savedTokens;
        savedUsd = sum(savedUsd, more.savedUsd);
        more.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
        undrawnNanos = Saturated.add(undrawnNanos, more.undrawnNanos);
        draws = sum(draws, more.draws);
        variants =
                variants.isEmpty() ? more.variants : more.variants.isEmpty() ? variants : sum(variants, more.variants);
        withFirstChunk += more.withFirstChunk;
        firstChunk = firstChunk.plus(more.firstChunk);
        named.addAll(more.named);
        // not each time: there may be many to keep
        if (named.size() > 2 * Math.max(maxNamed, 1)) {
            trim();
        }
    }

    private void trim() {
        named.sort(ChangedWorkflow.MOST_SAVED);
        if (named.size() > maxNamed) {
            named = new ArrayList<>(named.subList(0, maxNamed));
        }
    }

    /** Adds what is known: nothing only where neither is. */
    public static BigDecimal sum(BigDecimal one, BigDecimal other) {
        return one == null ? other : other == null ? one : one.add(other);
    }

    private static long[] sum(long[] one, long[] other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        long[] sum = one.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] = Saturated.add(sum[i], other[i]);
        }
        return sum;
    }

    private static List<Variant> sum(List<Variant> one, List<Variant> other) {
        List<Variant> sum = new ArrayList<>(one.size());
        for (int i = 0; i < one.size(); i++) {
            sum.add(one.get(i).plus(other.get(i)));
        }
        return sum;
    }

    public long workflows() {
        return workflows;
    }

    /** Returns how many workflows would be otherwise. */
    public long changed() {
        return changed;
    }

    /** Returns the run time of all workflows together, as recorded. */
    public long nanos() {
        return nanos;
    }

    /** Returns the run time of all workflows together as supposed: the median of the draws where there are some. */
    public long supposedNanos() {
        return draws == null ? supposedNanos : Range.middle(totals());
    }

    /** Returns between what the supposed run time of all workflows lies in 8 of 10 draws, {@code null} without draws. */
    public Range supposedRange() {
        return draws == null ? null : Range.of(totals());
    }

    private long[] totals() {
        return Arrays.stream(draws)
                .map(drawn -> Saturated.add(drawn, undrawnNanos))
                .toArray();
    }

    public long savedTokens() {
        return savedTokens;
    }

    /** Returns what would be saved in US dollars, {@code null} when that is not known of any workflow. */
    public BigDecimal savedUsd() {
        return savedUsd;
    }

    /** Returns what there was to change, by what it is called in the plural. */
    public SortedMap<String, Long> counts() {
        return Collections.unmodifiableSortedMap(counts);
    }

    /** Returns what it would be with other settings, in the order of {@link Supposition#variants}. */
    public List<Variant> variants() {
        return List.copyOf(variants);
    }

    /** Returns of how many workflows it is known when their final answer began. */
    public long withFirstChunk() {
        return withFirstChunk;
    }

    /** Returns when the final answers began, of these workflows together. */
    public FirstChunk firstChunk() {
        return firstChunk;
    }

    /** Returns the workflows that would save most time, most first. */
    public List<ChangedWorkflow> named() {
        trim();
        return List.copyOf(named);
    }
}
