// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline.outcome;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.trace.metric.ProfilerCost;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import io.agentprofiler.analyzer.trace.process.ProcessLogs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a pass over the inputs found.
 *
 * @param runs the runs, in input order
 * @param summary the answers of the analyses over all runs
 * @param modelServers what was sampled of model servers, over all runs
 * @param problems what could not be read, per file, only files that have any
 * @param failures files that could not be read to their end, a line each
 * @param notes files that were left out, and those of several runs, a line each
 * @param filtered which workflows the summary is about, where it is not about all
 */
public record Outcome(
        List<RunFacts> runs,
        RunSummary summary,
        ModelServers modelServers,
        List<Problems> problems,
        List<String> failures,
        List<String> notes,
        TraceFilter.FilterResult filtered) {
    /** Name of the counters' field for the CPU time of the agent's own thread. */
    private static final String OWN_CPU = "consumer_cpu_ns";
    /** Likewise for what a span was measured to cost. */
    private static final String SPAN_COST = "span_cost_ns";

    /** Describes a pass over all workflows. */
    public Outcome(
            List<RunFacts> runs,
            RunSummary summary,
            ModelServers modelServers,
            List<Problems> problems,
            List<String> failures,
            List<String> notes) {
        this(runs, summary, modelServers, problems, failures, notes, TraceFilter.FilterResult.NONE);
    }

    /** Returns what the profiler itself took; it is not known of a part of the workflows. The summary must hold the answer of {@link Workflows}. */
    public ProfilerCost profilerCost() {
        WorkflowStats all = summary.get(Workflows.ANALYSIS).all();
        if (filtered.isFiltered()) {
            return new ProfilerCost(all.spans(), all.durations().sum() + all.openNanos(), Unknown.LONG, Unknown.LONG);
        }
        long cpu = Unknown.LONG;
        for (RunFacts run : runs) {
            Long own = run.counters() == null ? null : run.counters().numbers().get(OWN_CPU);
            if (own != null) {
                cpu = cpu == Unknown.LONG ? own : cpu + own;
            }
        }
        return new ProfilerCost(all.spans(), all.durations().sum() + all.openNanos(), cpu, applicationNanos());
    }

    /** Returns what each process used, by its samples. */
    public ProcessLogs processes() {
        Map<String, ProcessLog> byRun = new HashMap<>();
        runs.forEach(run -> byRun.putIfAbsent(run.run(), run.records().process()));
        return new ProcessLogs(byRun);
    }

    private long applicationNanos() {
        long nanos = 0;
        for (RunFacts run : runs) {
            Long cost = run.counters() == null ? null : run.counters().numbers().get(SPAN_COST);
            if (cost != null) {
                nanos += cost * run.counts().read().starts();
            } else if (run.counts().read().starts() > 0) {
                return Unknown.LONG;
            }
        }
        return nanos == 0 ? Unknown.LONG : nanos;
    }
}
