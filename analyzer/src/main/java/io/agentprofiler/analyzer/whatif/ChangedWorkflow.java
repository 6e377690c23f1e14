// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.whatif.Supposed.FirstChunk;
import java.math.BigDecimal;
import java.util.Comparator;

/**
 * A workflow that would be otherwise.
 *
 * @param trace its id
 * @param name name of its first span
 * @param nanos run time as recorded
 * @param supposedNanos run time as supposed
 * @param range between what that lies in 8 of 10 draws, {@code null} where nothing is drawn
 * @param savedTokens tokens that would not be sent or made
 * @param savedUsd US dollars that would not be paid; {@code null} when that is not known
 * @param firstChunk when its final answer began; {@code null} where that is not known
 */
public record ChangedWorkflow(
        TraceId trace,
        String name,
        long nanos,
        long supposedNanos,
        Range range,
        long savedTokens,
        BigDecimal savedUsd,
        FirstChunk firstChunk) {
    /** Most time first, then most money, then most tokens. */
    static final Comparator<ChangedWorkflow> MOST_SAVED = Comparator.comparingLong(ChangedWorkflow::savedNanos)
            .reversed()
            .thenComparing(ChangedWorkflow::knownUsd, Comparator.reverseOrder())
            .thenComparing(ChangedWorkflow::savedTokens, Comparator.reverseOrder())
            .thenComparing(ChangedWorkflow::trace)
            .thenComparing(ChangedWorkflow::name)
            .thenComparingLong(ChangedWorkflow::nanos);

    static ChangedWorkflow of(Trace trace, Supposed supposed) {
        long[] draws = supposed.draws();
        return new ChangedWorkflow(
                trace.id(),
                trace.root().name(),
                trace.durationNanos(),
                supposed.nanos(),
                draws == null ? null : Range.of(draws),
                supposed.savedTokens(),
                supposed.savedUsd(),
                supposed.firstChunk());
    }

    /** Returns how much shorter it would be; negative if longer. */
    public long savedNanos() {
        return nanos - supposedNanos;
    }

    private BigDecimal knownUsd() {
        return savedUsd == null ? BigDecimal.ZERO : savedUsd;
    }
}
