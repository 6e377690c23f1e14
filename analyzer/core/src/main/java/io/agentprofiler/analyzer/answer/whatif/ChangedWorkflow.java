// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow.FirstChunk;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Trace;
import java.math.BigDecimal;
import java.util.Comparator;

/**
 * A workflow that the scenario changes.
 *
 * @param trace its id
 * @param name name of its first span
 * @param nanos run time as recorded; {@link Unknown#LONG} where it has no end
 * @param simulatedNanos run time in the scenario; {@link Unknown#LONG} where the recording cannot tell
 * @param range the range of that in 19 of 20 simulations; {@code null} where there is only one
 * @param tellsWaiting whether the recording tells what waited for what; if not, no saving of time is certain
 * @param use what its calls would not use
 * @param firstChunk when its final answer began; {@code null} where that is not known
 */
public record ChangedWorkflow(
        TraceId trace,
        String name,
        long nanos,
        long simulatedNanos,
        TimeRange range,
        boolean tellsWaiting,
        SavedUse use,
        FirstChunk firstChunk) {
    /**
     * What the calls of a workflow would not use.
     *
     * @param savedTokens tokens that would be neither sent nor generated
     * @param savedUsd US dollars that would not be paid; {@code null} when that is not known
     */
    public record SavedUse(long savedTokens, BigDecimal savedUsd) {}

    /** Most time first, then most money, then most tokens. */
    static final Comparator<ChangedWorkflow> MOST_SAVED = Comparator.comparingLong(ChangedWorkflow::savedNanos)
            .reversed()
            .thenComparing(ChangedWorkflow::knownUsd, Comparator.reverseOrder())
            .thenComparing(changed -> changed.use().savedTokens(), Comparator.reverseOrder())
            .thenComparing(ChangedWorkflow::soonerNanos, Comparator.reverseOrder())
            .thenComparing(ChangedWorkflow::trace)
            .thenComparing(ChangedWorkflow::name)
            .thenComparingLong(ChangedWorkflow::nanos);

    /**
     * Makes it.
     *
     * @param ended whether the workflow's end was recorded
     */
    static ChangedWorkflow of(Trace trace, SimulatedWorkflow simulated, boolean ended) {
        long[] draws = ended ? simulated.draws() : null;
        return new ChangedWorkflow(
                trace.id(),
                trace.root().name(),
                ended ? trace.durationNanos() : Unknown.LONG,
                ended ? simulated.nanos() : Unknown.LONG,
                draws == null ? null : TimeRange.of(draws),
                trace.tellsWaiting(),
                new SavedUse(simulated.savedTokens(), simulated.savedUsd()),
                simulated.firstChunk());
    }

    /** Returns the range of its run time in the scenario where it is not known what waited for what; {@code null} where it is. */
    public TimeRange possible() {
        return tellsWaiting || !isTold() ? null : TimeRange.between(simulatedNanos, range, nanos);
    }

    /** Returns the range of when its final answer begins, likewise. */
    public TimeRange possibleFirstChunk() {
        return tellsWaiting || firstChunk == null ? null : firstChunk.between(firstChunk.nanos());
    }

    /** Answers whether it is known how long it would take. */
    public boolean isTold() {
        return simulatedNanos != Unknown.LONG;
    }

    /** Returns how much shorter it would be; negative if longer, 0 where that cannot be told. */
    public long savedNanos() {
        return isTold() ? nanos - simulatedNanos : 0;
    }

    /** Returns how much sooner its final answer would begin. */
    private long soonerNanos() {
        return firstChunk == null ? 0 : firstChunk.nanos() - firstChunk.simulatedNanos();
    }

    private BigDecimal knownUsd() {
        return use.savedUsd() == null ? BigDecimal.ZERO : use.savedUsd();
    }
}
