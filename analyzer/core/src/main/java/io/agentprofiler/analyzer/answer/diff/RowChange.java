// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.side.Row;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * A row on both sides.
 *
 * @param callsBefore calls (in rows of workflows: workflows) of the first side; 0 where the row is not there
 * @param callsAfter those of the second side
 * @param changes the metrics that are known on at least one side, and the cost of calls that have one
 */
public record RowChange(Row row, long callsBefore, long callsAfter, Map<Metric, Change> changes) {
    public RowChange {
        changes = Collections.unmodifiableMap(changes);
    }

    /** Returns this without a verdict of better or worse where only one side has the row: there is nothing to hold it against. */
    RowChange ofBothSides() {
        if (!isNew() && !isGone()) {
            return this;
        }
        Map<Metric, Change> neutral = new EnumMap<>(Metric.class);
        changes.forEach((metric, change) -> neutral.put(metric, change.ofOneSide()));
        return new RowChange(row, callsBefore, callsAfter, neutral);
    }

    /** Returns this with changes of some metrics judged anew. */
    RowChange with(Map<Metric, Change> judged) {
        Map<Metric, Change> merged = new EnumMap<>(changes);
        merged.putAll(judged);
        return new RowChange(row, callsBefore, callsAfter, merged);
    }

    /** Returns the change of a metric, or {@code null} where neither side knows it. */
    public Change get(Metric metric) {
        return changes.get(metric);
    }

    public Collection<Change> all() {
        return changes.values();
    }

    /** Answers whether the row is on the second side only. */
    public boolean isNew() {
        return callsBefore == 0;
    }

    /** Answers whether the row is on the first side only. */
    public boolean isGone() {
        return callsAfter == 0;
    }
}
