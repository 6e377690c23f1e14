// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Statistics of workflows, over all and by the name of their root span.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Workflows {
    /** The analysis. */
    public static final Analysis<Workflows> ANALYSIS =
            Analysis.direct("workflows", Workflows::new, Workflows::add, Workflows::add);

    private final WorkflowStats served = new WorkflowStats();
    private final WorkflowStats ingested = new WorkflowStats();
    private final SortedMap<String, WorkflowStats> byName = new TreeMap<>();

    private Workflows() {}

    private void add(Trace trace) {
        if (trace.isFragment()) {
            return;
        }
        WorkflowCounts counts = WorkflowCounts.of(trace);
        (Calls.isIngestion(trace) ? ingested : served).add(trace, counts);
        row(trace.root().name()).add(trace, counts);
    }

    private void add(Workflows more) {
        ingested.add(more.ingested);
        served.add(more.served);
        more.byName.forEach((name, stats) -> row(name).add(stats));
    }

    private WorkflowStats row(String name) {
        return byName.computeIfAbsent(name, any -> new WorkflowStats());
    }

    /** Returns the statistics of all workflows, put together anew each time. */
    public WorkflowStats all() {
        WorkflowStats all = new WorkflowStats();
        all.add(served);
        all.add(ingested);
        return all;
    }

    /** Returns how many workflows only filled a store, as services do when they start. */
    public long ingestions() {
        return ingested.workflows();
    }

    /**
     * Returns the statistics of what the program is for, by which run time and throughput are told: of all workflows but
     * those that only filled a store; of these where there are no others.
     */
    public WorkflowStats served() {
        return served.workflows() == 0 ? ingested : served;
    }

    /** Returns the statistics by the name of the root span. */
    public SortedMap<String, WorkflowStats> byName() {
        return Collections.unmodifiableSortedMap(byName);
    }
}
