// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.report;

import io.agentprofiler.analyzer.analysis.ProfilerCost;
import io.agentprofiler.analyzer.read.SpanEvent;
import io.agentprofiler.analyzer.report.Table.Cell;
import io.agentprofiler.analyzer.run.Outcome;
import java.util.ArrayList;
import java.util.List;

/** What the profiler itself took. */
final class CostSection {
    private CostSection() {}

    static void print(Page page, Outcome outcome) {
        ProfilerCost cost = outcome.profilerCost();
        if (cost.spans() == 0) {
            return;
        }
        page.heading("Profiler cost", "");
        List<Cell> facts = new ArrayList<>();
        facts.add(Cell.of("about " + Units.duration(cost.applicationNanos()) + " on the application's threads"));
        facts.add(Cell.of(Units.share(cost.applicationNanos(), cost.workflowNanos()) + " of the workflows' time"));
        if (cost.threadCpuNanos() != SpanEvent.ABSENT) {
            facts.add(Cell.of(Units.duration(cost.threadCpuNanos()) + " CPU on the agent's own thread"));
        }
        facts.add(Cell.of(
                "estimate: " + Units.count(cost.spans(), "span") + " of " + Units.duration(ProfilerCost.NANOS_PER_SPAN),
                Ink.DIM));
        page.facts("", facts);
    }
}
