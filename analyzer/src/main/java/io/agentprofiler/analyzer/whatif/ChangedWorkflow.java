// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.whatif.SimulatedWorkflow.FirstChunk;
import java.math.BigDecimal;
import java.util.Comparator;

/**
 * A workflow that the scenario changes.
 *
 * @param trace its id
 * @param name name of its first span
 * @param nanos run time as recorded
 * @param simulatedNanos run time in the scenario
 * @param range the range of that in 8 of 10 simulations; {@code null} where there is only one
 * @param savedTokens tokens that would be neither sent nor generated
 * @param savedUsd US dollars that would not be paid; {@code null} when that is not known
 * @param firstChunk when its final answer began; {@code null} where that is not known
 */
public record ChangedWorkflow(
        TraceId trace,
        String name,
        long nanos,
        long simulatedNanos,
        TimeRange range,
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

    static ChangedWorkflow of(Trace trace, SimulatedWorkflow simulated) {
        long[] draws = simulated.draws();
        return new ChangedWorkflow(
                trace.id(),
                trace.root().name(),
                trace.durationNanos(),
                simulated.nanos(),
                draws == null ? null : TimeRange.of(draws),
                simulated.savedTokens(),
                simulated.savedUsd(),
                simulated.firstChunk());
    }

    /** Returns how much shorter it would be; negative if longer. */
    public long savedNanos() {
        return nanos - simulatedNanos;
    }

    private BigDecimal knownUsd() {
        return savedUsd == null ? BigDecimal.ZERO : savedUsd;
    }
}
