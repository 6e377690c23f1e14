// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.spending;

import io.agentprofiler.analyzer.read.event.TraceId;
import java.math.BigDecimal;
import java.util.Comparator;

/**
 * The highest value of single runs, and where it was. Of equal values the one with the smallest ids, so that the order of
 * merging does not matter.
 *
 * @param value tokens, US dollars or nanoseconds
 * @param trace the workflow
 * @param span the span
 */
public record Worst(BigDecimal value, TraceId trace, long span) {
    private static final Comparator<Worst> ORDER = Comparator.comparing(Worst::value)
            .thenComparing(Worst::trace, Comparator.reverseOrder())
            .thenComparing(Worst::span, Comparator.reverseOrder());

    /** Returns the higher of two, either of which may be {@code null}. */
    static Worst of(Worst one, Worst other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return ORDER.compare(one, other) >= 0 ? one : other;
    }
}
