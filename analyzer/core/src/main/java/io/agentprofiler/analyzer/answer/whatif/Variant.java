// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.base.stat.Saturated;
import java.math.BigDecimal;

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
