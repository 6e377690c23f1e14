// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.side.SpanPath;

/**
 * How often a place in the call trees was reached, on both sides.
 *
 * @param callsBefore spans there per workflow of the first side
 * @param callsAfter spans there per workflow of the second side
 * @param workflowsBefore workflows of the first side that have the path
 * @param workflowsAfter workflows of the second side that have it
 * @param adjustedP p-value of the rank test, adjusted over all paths; {@link Double#NaN} where there are too few workflows
 * @param verdict what to make of it
 */
public record PathChange(
        SpanPath path,
        double callsBefore,
        double callsAfter,
        long workflowsBefore,
        long workflowsAfter,
        double adjustedP,
        Change.ChangeVerdict verdict) {
    /** Answers whether the path is on the second side only. */
    public boolean isNew() {
        return workflowsBefore == 0;
    }

    /** Answers whether the path is on the first side only. */
    public boolean isGone() {
        return workflowsAfter == 0;
    }
}
