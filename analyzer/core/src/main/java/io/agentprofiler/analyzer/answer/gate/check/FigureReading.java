// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import java.math.BigDecimal;

/**
 * A figure of a workflow.
 *
 * @param value the figure; where there is a gap, what it is at least
 * @param gap why it may be more
 * @param why the gap in words, empty where there is none
 * @param span the span it is about
 * @param what what there is at that span, in words; may be empty
 */
record FigureReading(BigDecimal value, Gap gap, String why, long span, String what) {
    /** Returns the same with a gap, unless it has a worse one. */
    FigureReading with(Gap other, String words) {
        return other.compareTo(gap) > 0 ? new FigureReading(value, other, words, span, what) : this;
    }

    /** Why a figure of a workflow is not known, or only in part; the worse last. */
    enum Gap {
        /** It is known. */
        NONE,
        /** Nobody reported it: the rest of the workflow is known. */
        NOT_REPORTED,
        /** Spans of the workflow have no end, or are missing. */
        INCOMPLETE
    }
}
