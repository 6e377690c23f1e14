// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals.Variant;
import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.Unknown;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One workflow, simulated in a scenario.
 *
 * @param nanos its run time in the scenario; {@link Unknown#LONG} where the recording cannot tell
 * @param savedTokens tokens that would be neither sent nor generated
 * @param savedUsd US dollars that would not be paid, negative if more; {@code null} when that is not known
 * @param counts what there was to change, by its name in the plural
 * @param draws its run time in each of several simulations; {@code null} where there is only one
 * @param variants the results for {@link Scenario#variants}, in their order; {@code null} where nothing changes
 * @param firstChunk when its final answer began, {@code null} where that is not known
 * @param groups how long the groups of calls take that the scenario is about
 */
public record SimulatedWorkflow(
        long nanos,
        long savedTokens,
        BigDecimal savedUsd,
        SortedMap<String, Long> counts,
        long[] draws,
        List<Variant> variants,
        FirstChunk firstChunk,
        GroupTime groups) {
    /** Copies collections and arrays. */
    public SimulatedWorkflow {
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
        draws = draws == null ? null : draws.clone();
        variants = variants == null ? null : List.copyOf(variants);
    }

    /** Makes the result of a single simulation without variants. */
    public SimulatedWorkflow(long nanos, long savedTokens, BigDecimal savedUsd, SortedMap<String, Long> counts) {
        this(nanos, savedTokens, savedUsd, counts, null, null, null, GroupTime.NONE);
    }

    /** Makes the result for a workflow whose run time in the scenario the recording cannot tell. */
    public static SimulatedWorkflow untold(BigDecimal savedUsd, SortedMap<String, Long> counts) {
        return new SimulatedWorkflow(Unknown.LONG, 0, savedUsd, counts);
    }

    /** Answers whether its run time in the scenario can be told. */
    public boolean isTold() {
        return nanos != Unknown.LONG;
    }

    /**
     * When the first chunk of a workflow's final answer arrived, from the workflow's start: what users of a stream wait for.
     *
     * @param nanos as recorded
     * @param simulatedNanos in the scenario
     */
    public record FirstChunk(long nanos, long simulatedNanos) {
        /** Returns the range to a time that is certain in the scenario; {@code null} where both are the same. */
        TimeRange between(long certain) {
            return TimeRange.between(simulatedNanos, null, certain);
        }

        FirstChunk plus(FirstChunk more) {
            return new FirstChunk(Saturated.add(nanos, more.nanos), Saturated.add(simulatedNanos, more.simulatedNanos));
        }
    }

    @Override
    public long[] draws() {
        return draws == null ? null : draws.clone();
    }

    public SimulatedWorkflow withDraws(long[] nanosDrawn) {
        return new SimulatedWorkflow(nanos, savedTokens, savedUsd, counts, nanosDrawn, variants, firstChunk, groups);
    }

    public SimulatedWorkflow withVariants(List<Variant> more) {
        return new SimulatedWorkflow(nanos, savedTokens, savedUsd, counts, draws, more, firstChunk, groups);
    }

    public SimulatedWorkflow withFirstChunk(FirstChunk first) {
        return new SimulatedWorkflow(nanos, savedTokens, savedUsd, counts, draws, variants, first, groups);
    }

    public SimulatedWorkflow withGroups(GroupTime times) {
        return new SimulatedWorkflow(nanos, savedTokens, savedUsd, counts, draws, variants, firstChunk, times);
    }
}
