// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.gate;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.shared.schema.SpanKind;

/**
 * A limit on a change.
 *
 * @param text the gate as it was written
 * @param scope whose figure
 * @param metric which figure
 * @param rise whether it may not rise, or may not fall, by more than the amount
 * @param amount how much, in percent of the figure before or in the unit of the metric; not negative
 * @param relative whether the amount is in percent
 */
public record Gate(String text, Scope scope, Metric metric, boolean rise, double amount, boolean relative) {
    /**
     * Whose figure a gate is about.
     *
     * @param each whether every operation is judged
     * @param workflow whether {@code name} is that of workflows
     * @param kind kind of calls, or {@code null}
     * @param name name of spans or workflows, or empty for all
     */
    public record Scope(boolean each, boolean workflow, SpanKind kind, String name) {
        /** All workflows together. */
        static final Scope ALL = new Scope(false, false, null, "");

        /** Answers whether a row is in the scope. */
        boolean holds(Row row) {
            if (each) {
                return row.group() == Row.Group.OPERATION;
            }
            if (workflow) {
                return row.group() == Row.Group.WORKFLOW && row.name().equals(name);
            }
            if (kind == null) {
                return row.group() == Row.Group.ALL;
            }
            return row.kind() == kind
                    && (name.isEmpty()
                            ? row.group() == Row.Group.KIND
                            : row.group() == Row.Group.OPERATION
                                    && (row.name().equals(name)
                                            || row.after().name().equals(name)));
        }
    }

    /** Answers whether a change goes further than the gate lets it; from 0, every rise is more than any percent. */
    public boolean isExceededBy(Change change) {
        double moved = rise ? change.difference() : -change.difference();
        double limit = relative ? Math.abs(change.before()) * amount / 100 : amount;
        // rounding of the limit itself must not break a gate
        return moved > limit + Math.abs(limit) * 1e-12;
    }
}
