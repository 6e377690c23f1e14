// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.stat.BoundedList;
import io.agentprofiler.analyzer.stat.Saturated;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.whatif.SimulatedWorkflow.FirstChunk;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A scenario's results, summed over all workflows.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ScenarioTotals {
    /** How many workflows are listed at most. */
    public static final int MAX_NAMED = 200_000;

    /**
     * Returns the analysis of a scenario.
     *
     * @param named how many of the changed workflows to list, up to {@value #MAX_NAMED}
     */
    public static Analysis<ScenarioTotals> question(Scenario scenario, int named) {
        return Analysis.of(
                "what if",
                () -> new ScenarioTotals(Math.min(named, MAX_NAMED)),
                (totals, trace) -> {
                    if (!trace.isFragment()) {
                        totals.add(
                                trace, scenario.of(trace), scenario.variants().size());
                    }
                },
                ScenarioTotals::add);
    }

    private long workflows;
    private long changed;
    private long nanos;
    private long simulatedNanos;
    private long savedTokens;
    private BigDecimal savedUsd;
    private final SortedMap<String, Long> counts = new TreeMap<>();
    /** Sums of the simulations, over the workflows with several; the run times of the others are in {@link #undrawnNanos}. */
    private long[] draws;

    private long undrawnNanos;
    private List<Variant> variants = List.of();
    private long withFirstChunk;
    private FirstChunk firstChunk = new FirstChunk(0, 0);
    private final BoundedList<ChangedWorkflow> named;

    private ScenarioTotals(int maxNamed) {
        named = new BoundedList<>(maxNamed, ChangedWorkflow.MOST_SAVED);
    }

    private void add(Trace trace, SimulatedWorkflow simulated, int variantCount) {
        workflows = 1;
        nanos = trace.durationNanos();
        simulatedNanos = simulated.nanos();
        savedTokens = simulated.savedTokens();
        savedUsd = simulated.savedUsd();
        counts.putAll(simulated.counts());
        draws = simulated.draws();
        undrawnNanos = draws == null ? simulatedNanos : 0;
        variants = simulated.variants() == null
                ? Collections.nCopies(variantCount, new Variant(0, nanos, 0, null))
                : simulated.variants();
        if (simulated.firstChunk() != null) {
            withFirstChunk = 1;
            firstChunk = simulated.firstChunk();
        }
        boolean other = nanos != simulatedNanos || savedTokens != 0 || savedUsd != null && savedUsd.signum() != 0;
        if (other) {
            changed = 1;
            named.add(ChangedWorkflow.of(trace, simulated));
        }
    }

    private void add(ScenarioTotals more) {
        workflows += more.workflows;
        changed += more.changed;
        nanos = Saturated.add(nanos, more.nanos);
        simulatedNanos = Saturated.add(simulatedNanos, more.simulatedNanos);
        savedTokens += more.savedTokens;
        savedUsd = sum(savedUsd, more.savedUsd);
        more.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
        undrawnNanos = Saturated.add(undrawnNanos, more.undrawnNanos);
        draws = sum(draws, more.draws);
        variants =
                variants.isEmpty() ? more.variants : more.variants.isEmpty() ? variants : sum(variants, more.variants);
        withFirstChunk += more.withFirstChunk;
        firstChunk = firstChunk.plus(more.firstChunk);
        named.add(more.named);
    }

    /** Adds two amounts of which either may be unknown: {@code null} only if both are. */
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

    /** Returns how many workflows the scenario changes. */
    public long changed() {
        return changed;
    }

    /** Returns the run time of all workflows together, as recorded. */
    public long nanos() {
        return nanos;
    }

    /** Returns the run time of all workflows together in the scenario: the median where there are several simulations. */
    public long simulatedNanos() {
        return draws == null ? simulatedNanos : TimeRange.median(totals());
    }

    /** Returns the range of that in 8 of 10 simulations; {@code null} where there is only one. */
    public TimeRange simulatedRange() {
        return draws == null ? null : TimeRange.of(totals());
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

    /** Returns what there was to change, by its name in the plural. */
    public SortedMap<String, Long> counts() {
        return Collections.unmodifiableSortedMap(counts);
    }

    /** Returns the results with other settings, in the order of {@link Scenario#variants}. */
    public List<Variant> variants() {
        return List.copyOf(variants);
    }

    /** Returns for how many workflows it is known when their final answer began. */
    public long withFirstChunk() {
        return withFirstChunk;
    }

    /** Returns when the final answers began, of these workflows together. */
    public FirstChunk firstChunk() {
        return firstChunk;
    }

    /** Returns the workflows that would save most time, most first. */
    public List<ChangedWorkflow> named() {
        return named.inOrder();
    }
}
