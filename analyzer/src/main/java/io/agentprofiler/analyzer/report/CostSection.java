// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report;

import io.agentprofiler.analyzer.analysis.ProfilerCost;
import io.agentprofiler.analyzer.read.SpanEvent;
import io.agentprofiler.analyzer.run.Outcome;

/** What the profiler itself took. */
final class CostSection {
    private CostSection() {}

    static void print(Page page, Outcome outcome) {
        ProfilerCost cost = outcome.profilerCost();
        if (cost.spans() == 0) {
            return;
        }
        page.heading("Profiler cost", "");
        StringBuilder text = new StringBuilder("about ")
                .append(Units.duration(cost.applicationNanos()))
                .append(" on the application's threads, ")
                .append(Units.share(cost.applicationNanos(), cost.workflowNanos()))
                .append(" of the workflows' time (estimate: ")
                .append(Units.count(cost.spans(), "span"))
                .append(" of ")
                .append(Units.duration(ProfilerCost.NANOS_PER_SPAN))
                .append(")");
        if (cost.threadCpuNanos() != SpanEvent.ABSENT) {
            text.append("; ").append(Units.duration(cost.threadCpuNanos())).append(" CPU on the agent's own thread");
        }
        page.line(text.toString());
    }
}
