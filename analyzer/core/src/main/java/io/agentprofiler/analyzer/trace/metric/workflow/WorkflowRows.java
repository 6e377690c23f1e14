// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Statistics of workflows by rows of any kind. At most {@value #MOST} rows are kept: those with the smallest names, so that what is
 * kept depends on the set of workflows only; of these all figures are exact.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class WorkflowRows {
    static final int MOST = 10_000;

    private final TreeMap<String, WorkflowStats> rows = new TreeMap<>();
    private long others;
    /** The smallest name that was let go; from it on none is kept. {@code null} while all are. */
    private String limit;

    private WorkflowRows() {}

    /**
     * Returns the analysis; the instance is the key of its answer.
     *
     * @param row names the row of a workflow
     */
    public static Analysis<WorkflowRows> by(Function<Trace, String> row) {
        return Analysis.direct(
                "workflows by rows", WorkflowRows::new, (rows, trace) -> rows.add(trace, row), WorkflowRows::add);
    }

    private void add(Trace trace, Function<Trace, String> row) {
        if (trace.isFragment()) {
            return;
        }
        String name = row.apply(trace);
        if (isLetGo(name)) {
            others++;
        } else {
            rows.computeIfAbsent(name, any -> new WorkflowStats()).add(trace, WorkflowCounts.of(trace));
            trim();
        }
    }

    private void add(WorkflowRows more) {
        others += more.others;
        if (more.limit != null && !isLetGo(more.limit)) {
            limit = more.limit;
            while (!rows.isEmpty() && isLetGo(rows.lastKey())) {
                others += rows.pollLastEntry().getValue().workflows();
            }
        }
        more.rows.forEach((name, stats) -> {
            if (isLetGo(name)) {
                others += stats.workflows();
            } else {
                rows.computeIfAbsent(name, any -> new WorkflowStats()).add(stats);
            }
        });
        trim();
    }

    private boolean isLetGo(String name) {
        return limit != null && name.compareTo(limit) >= 0;
    }

    private void trim() {
        while (rows.size() > MOST) {
            limit = rows.lastKey();
            others += rows.pollLastEntry().getValue().workflows();
        }
    }

    /** Returns the statistics by row. */
    public SortedMap<String, WorkflowStats> rows() {
        return Collections.unmodifiableSortedMap(rows);
    }

    /** Returns how many workflows are of rows that are not kept. */
    public long others() {
        return others;
    }
}
