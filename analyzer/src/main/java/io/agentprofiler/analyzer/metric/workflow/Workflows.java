// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.metric.workflow;

import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Trace;
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
    public static final Analysis<Workflows> ANALYSIS = new Analysis<>() {
        @Override
        public Workflows empty() {
            return new Workflows();
        }

        @Override
        public Workflows of(Trace trace) {
            return addTrace(empty(), trace);
        }

        @Override
        public Workflows addTrace(Workflows into, Trace trace) {
            if (!trace.isFragment()) {
                into.all.add(trace);
                if (Calls.isIngestion(trace)) {
                    into.ingestions++;
                } else {
                    into.served.add(trace);
                }
                into.row(trace.root().name()).add(trace);
            }
            return into;
        }

        @Override
        public Workflows merge(Workflows into, Workflows more) {
            into.all.add(more.all);
            into.served.add(more.served);
            into.ingestions += more.ingestions;
            more.byName.forEach((name, stats) -> into.row(name).add(stats));
            return into;
        }

        @Override
        public String toString() {
            return "workflows";
        }
    };

    private final WorkflowStats all = new WorkflowStats();
    private final WorkflowStats served = new WorkflowStats();
    private long ingestions;
    private final SortedMap<String, WorkflowStats> byName = new TreeMap<>();

    private Workflows() {}

    private WorkflowStats row(String name) {
        return byName.computeIfAbsent(name, any -> new WorkflowStats());
    }

    public WorkflowStats all() {
        return all;
    }

    /** Returns how many workflows only filled a store, as services do when they start. */
    public long ingestions() {
        return ingestions;
    }

    /**
     * Returns the statistics of what the program is for, by which run time and throughput are told: of all workflows but
     * those that only filled a store; of these where there are no others.
     */
    public WorkflowStats served() {
        return served.workflows() == 0 ? all : served;
    }

    /** Returns the statistics by the name of the root span. */
    public SortedMap<String, WorkflowStats> byName() {
        return Collections.unmodifiableSortedMap(byName);
    }
}
