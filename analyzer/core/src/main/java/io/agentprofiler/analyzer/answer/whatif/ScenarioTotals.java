// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow.FirstChunk;
import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
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
    private long unfinished;
    private long untimed;
    private long told;
    private long changedAndTold;
    private long nanos;
    /** As recorded, of the workflows of which the time in the scenario is told. */
    private long toldNanos;

    private long simulatedNanos;
    /** The same if only what is known to have waited for a call did. */
    private long certainNanos;

    private long savedTokens;
    private BigDecimal savedUsd;
    private final SortedMap<String, Long> counts = new TreeMap<>();
    /** Sums of the simulations, over the workflows with several; the run times of the others are in {@link #undrawnNanos}. */
    private long[] draws;

    private long undrawnNanos;
    private List<Variant> variants = List.of();
    private long withFirstChunk;
    private FirstChunk firstChunk = new FirstChunk(0, 0);
    private long certainFirstChunkNanos;
    private GroupTime groups = GroupTime.NONE;
    private final BoundedList<ChangedWorkflow> named;

    private ScenarioTotals(int maxNamed) {
        named = new BoundedList<>(maxNamed, ChangedWorkflow.MOST_SAVED);
    }

    private void add(Trace trace, SimulatedWorkflow simulated, int variantCount) {
        // of a workflow whose format does not say how long it took, no more is known than of one that has no end
        boolean ended = trace.isTimed() && trace.roots().stream().noneMatch(root -> root.has(SpanFlag.UNFINISHED));
        boolean isTold = ended && simulated.isTold();
        workflows = 1;
        unfinished = ended ? 0 : 1;
        untimed = trace.isTimed() ? 0 : 1;
        told = isTold ? 1 : 0;
        nanos = ended ? trace.durationNanos() : 0;
        toldNanos = isTold ? nanos : 0;
        simulatedNanos = isTold ? simulated.nanos() : 0;
        certainNanos = trace.tellsWaiting() ? simulatedNanos : toldNanos;
        savedTokens = simulated.savedTokens();
        savedUsd = simulated.savedUsd();
        counts.putAll(simulated.counts());
        draws = isTold ? simulated.draws() : null;
        undrawnNanos = draws == null ? simulatedNanos : 0;
        variants = simulated.variants() == null
                ? Collections.nCopies(variantCount, new Variant(0, toldNanos, 0, null))
                : simulated.variants().stream()
                        .map(variant -> !isTold
                                ? variant.withoutTime()
                                : trace.tellsWaiting() ? variant : variant.withoutWaiting(toldNanos))
                        .toList();
        if (simulated.firstChunk() != null && trace.isTimed()) {
            withFirstChunk = 1;
            firstChunk = simulated.firstChunk();
            certainFirstChunkNanos = trace.tellsWaiting() ? firstChunk.simulatedNanos() : firstChunk.nanos();
        }
        groups = !isTold
                ? GroupTime.NONE
                : trace.tellsWaiting() ? simulated.groups() : simulated.groups().withoutWaiting();
        boolean other = simulated.isTold() && simulated.nanos() != trace.durationNanos()
                || savedTokens != 0
                || savedUsd != null && savedUsd.signum() != 0
                || withFirstChunk > 0 && firstChunk.nanos() != firstChunk.simulatedNanos();
        if (other) {
            changed = 1;
            changedAndTold = told;
            named.add(ChangedWorkflow.of(trace, simulated, ended));
        }
    }

    private void add(ScenarioTotals more) {
        workflows += more.workflows;
        changed += more.changed;
        unfinished += more.unfinished;
        untimed += more.untimed;
        told += more.told;
        changedAndTold += more.changedAndTold;
        nanos = Saturated.add(nanos, more.nanos);
        toldNanos = Saturated.add(toldNanos, more.toldNanos);
        simulatedNanos = Saturated.add(simulatedNanos, more.simulatedNanos);
        certainNanos = Saturated.add(certainNanos, more.certainNanos);
        savedTokens += more.savedTokens;
        savedUsd = sum(savedUsd, more.savedUsd);
        more.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
        undrawnNanos = Saturated.add(undrawnNanos, more.undrawnNanos);
        draws = sum(draws, more.draws);
        variants =
                variants.isEmpty() ? more.variants : more.variants.isEmpty() ? variants : sum(variants, more.variants);
        withFirstChunk += more.withFirstChunk;
        firstChunk = firstChunk.plus(more.firstChunk);
        certainFirstChunkNanos = Saturated.add(certainFirstChunkNanos, more.certainFirstChunkNanos);
        groups = groups.plus(more.groups);
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

    /** Returns how many of the {@link #unfinished} are so because their format does not say how long they took. */
    public long untimed() {
        return untimed;
    }

    /** Returns how many workflows the scenario changes, as far as that can be told. */
    public long changed() {
        return changed;
    }

    /** Returns how many workflows have no end in the recording: how long they took is not known. */
    public long unfinished() {
        return unfinished;
    }

    /** Returns of how many workflows it can be told how long they would take. */
    public long told() {
        return told;
    }

    /** Answers whether time is told of some of the workflows that change, or of all. */
    public boolean isTold() {
        return told > 0 && (changedAndTold > 0 || told == workflows - unfinished);
    }

    /** Returns the run time of all workflows together, as recorded, without those that have no end. */
    public long nanos() {
        return nanos;
    }

    /** Returns the same of the {@link #told} ones. */
    public long toldNanos() {
        return toldNanos;
    }

    /** Returns the run time of the {@link #told} ones together in the scenario: the median where there are several simulations. */
    public long simulatedNanos() {
        return draws == null ? simulatedNanos : TimeRange.median(totals());
    }

    /** Returns the range of that in 19 of 20 simulations; {@code null} where there is only one. */
    public TimeRange simulatedRange() {
        return draws == null ? null : TimeRange.of(totals());
    }

    /**
     * Returns the range of the run time of the {@link #told} ones together where spans of other programs do not tell what waited for
     * what; {@code null} where that changes nothing.
     */
    public TimeRange possible() {
        return certainNanos == simulatedNanos
                ? null
                : TimeRange.between(simulatedNanos(), simulatedRange(), certainNanos);
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

    /** Returns the range of when they begin in the scenario, as {@link #possible} does of run times. */
    public TimeRange possibleFirstChunk() {
        return firstChunk.between(certainFirstChunkNanos);
    }

    /** Returns how long the groups of calls take that the scenario is about, of the workflows of which time is told. */
    public GroupTime groups() {
        return groups;
    }

    /** Returns the workflows that would save most time, most first. */
    public List<ChangedWorkflow> named() {
        return named.inOrder();
    }

    /**
     * The same scenario with another setting.
     *
     * @param count how many calls it changes
     * @param nanos run time in the scenario
     * @param certainNanos the same if only what is known to have waited for a call did: spans of other programs do not tell
     * @param savedTokens tokens that would be neither sent nor generated
     * @param savedUsd US dollars that would not be paid; {@code null} when that is not known
     */
    public record Variant(long count, long nanos, long certainNanos, long savedTokens, BigDecimal savedUsd) {
        /** Makes one whose run time is certain. */
        public Variant(long count, long nanos, long savedTokens, BigDecimal savedUsd) {
            this(count, nanos, nanos, savedTokens, savedUsd);
        }

        /** Returns the range of the run time; {@code null} where it is certain. */
        public TimeRange range() {
            return TimeRange.between(nanos, null, certainNanos);
        }

        /** Returns the same for a workflow of which nobody knows what waited for what. */
        Variant withoutWaiting(long recordedNanos) {
            return new Variant(count, nanos, recordedNanos, savedTokens, savedUsd);
        }

        /** Returns the same for a workflow of which no run time is known. */
        Variant withoutTime() {
            return new Variant(count, 0, savedTokens, savedUsd);
        }

        Variant plus(Variant more) {
            return new Variant(
                    count + more.count,
                    Saturated.add(nanos, more.nanos),
                    Saturated.add(certainNanos, more.certainNanos),
                    savedTokens + more.savedTokens,
                    ScenarioTotals.sum(savedUsd, more.savedUsd));
        }
    }
}
