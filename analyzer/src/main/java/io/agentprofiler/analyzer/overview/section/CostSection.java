// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.section;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.metric.ProfilerCost;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import java.util.List;

/** What the profiler itself took. */
public final class CostSection {
    private CostSection() {}

    public static void print(Page page, Outcome outcome) {
        ProfilerCost cost = outcome.profilerCost();
        boolean ownCpu = cost.threadCpuNanos() != SpanEvent.ABSENT;
        if (cost.spans() == 0 || !(ownCpu || cost.isMeasured())) {
            return;
        }
        page.heading("Profiler cost", "");
        if (ownCpu) {
            page.facts(
                    "measured   ",
                    List.of(
                            Cell.of(Units.duration(cost.threadCpuNanos()) + " CPU on the agent's writing thread"),
                            Cell.of(shareOf(cost.threadCpuNanos(), cost))));
        }
        if (cost.isMeasured()) {
            page.facts(
                    "measured   ",
                    List.of(
                            Cell.of(Units.duration(cost.applicationNanos()) + " on the application's threads"),
                            Cell.of(shareOf(cost.applicationNanos(), cost)),
                            Cell.of(
                                    Units.count(cost.spans(), "span") + " of "
                                            + Units.duration(cost.applicationNanos() / cost.spans()),
                                    Ink.DIM)));
        }
    }

    private static String shareOf(long nanos, ProfilerCost cost) {
        return Units.share(nanos, cost.workflowNanos()) + " of the workflows' time";
    }
}
