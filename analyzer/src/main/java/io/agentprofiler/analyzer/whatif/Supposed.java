// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.stat.Saturated;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one workflow would take.
 *
 * @param nanos its run time then
 * @param savedTokens tokens that would not be sent or made
 * @param savedUsd US dollars that would not be paid, negative if more; {@code null} when that is not known
 * @param counts what there was to change, by what it is called in the plural
 * @param draws its run time as it may turn out, one draw each; {@code null} where nothing is drawn
 * @param variants what it would take by {@link Supposition#variants}, in their order; {@code null} where nothing changes
 * @param firstChunk when its final answer began, {@code null} where that is not known
 */
public record Supposed(
        long nanos,
        long savedTokens,
        BigDecimal savedUsd,
        SortedMap<String, Long> counts,
        long[] draws,
        List<Variant> variants,
        FirstChunk firstChunk) {
    /** Copies what could change. */
    public Supposed {
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
        draws = draws == null ? null : draws.clone();
        variants = variants == null ? null : List.copyOf(variants);
    }

    /** Supposes a run time only one way. */
    public Supposed(long nanos, long savedTokens, BigDecimal savedUsd, SortedMap<String, Long> counts) {
        this(nanos, savedTokens, savedUsd, counts, null, null, null);
    }

    /**
     * When the first chunk of a workflow's final answer came, counted from its start: what a user who sees the stream waits.
     *
     * @param nanos as recorded
     * @param supposedNanos as supposed
     */
    public record FirstChunk(long nanos, long supposedNanos) {
        FirstChunk plus(FirstChunk more) {
            return new FirstChunk(Saturated.add(nanos, more.nanos), Saturated.add(supposedNanos, more.supposedNanos));
        }
    }

    @Override
    public long[] draws() {
        return draws == null ? null : draws.clone();
    }

    public Supposed withDraws(long[] nanosDrawn) {
        return new Supposed(nanos, savedTokens, savedUsd, counts, nanosDrawn, variants, firstChunk);
    }

    public Supposed withVariants(List<Variant> more) {
        return new Supposed(nanos, savedTokens, savedUsd, counts, draws, more, firstChunk);
    }

    public Supposed withFirstChunk(FirstChunk first) {
        return new Supposed(nanos, savedTokens, savedUsd, counts, draws, variants, first);
    }
}
