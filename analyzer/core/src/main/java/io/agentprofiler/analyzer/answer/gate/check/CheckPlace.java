// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import io.agentprofiler.analyzer.read.event.TraceId;
import java.math.BigDecimal;
import java.util.Comparator;

/**
 * Where a figure was read. The greatest counts, of equal ones the one with the smallest ids, so that the order of reading does not
 * matter.
 *
 * @param value the figure
 * @param trace the workflow
 * @param span the span
 * @param words what there is, or what is missing; may be empty
 */
public record CheckPlace(BigDecimal value, TraceId trace, long span, String words) {
    private static final Comparator<CheckPlace> ORDER = Comparator.comparing(CheckPlace::value)
            .thenComparing(CheckPlace::trace, Comparator.reverseOrder())
            .thenComparing(CheckPlace::span, Comparator.reverseOrder());

    /** Returns the one that counts of two, either of which may be {@code null}. */
    static CheckPlace of(CheckPlace one, CheckPlace other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return ORDER.compare(one, other) >= 0 ? one : other;
    }
}
