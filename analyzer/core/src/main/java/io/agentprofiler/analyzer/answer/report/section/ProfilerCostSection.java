// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.metric.ProfilerCost;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;

/** What the profiler itself took. */
public final class ProfilerCostSection {
    private static final String MEASURED = "measured   ";

    private ProfilerCostSection() {}

    /** Describes the cost; people see nothing where nothing was measured. */
    public static Section of(ProfilerCost cost) {
        boolean ownCpu = cost.threadCpuNanos() != Unknown.LONG;
        boolean shown = cost.spans() > 0 && (ownCpu || cost.isMeasured());
        return Section.under(shown ? "Profiler cost" : null, "")
                .add(new Value("profiler_cost", fields(cost)))
                .add(
                        shown && ownCpu,
                        () -> Facts.about(MEASURED)
                                .add(Units.duration(cost.threadCpuNanos()) + " CPU on the agent's writing thread")
                                .add(shareOf(cost.threadCpuNanos(), cost))
                                .build())
                .add(
                        shown && cost.isMeasured(),
                        () -> Facts.about(MEASURED)
                                .add(Units.duration(cost.applicationNanos()) + " on the application's threads")
                                .add(shareOf(cost.applicationNanos(), cost))
                                .add(Cell.words(Units.count(cost.spans(), "span") + " of "
                                                + Units.duration(cost.applicationNanos() / cost.spans()))
                                        .with(Emphasis.DIM))
                                .build())
                .build();
    }

    private static Fields fields(ProfilerCost cost) {
        Fields fields = new Fields().put("spans", cost.spans());
        if (cost.isMeasured() && cost.spans() > 0) {
            fields.put("measured_ns_per_span", cost.applicationNanos() / cost.spans())
                    .put("application_ns", cost.applicationNanos());
        }
        return fields.put("workflow_ns", cost.workflowNanos() > 0 ? cost.workflowNanos() : null)
                .put("agent_thread_cpu_ns", cost.threadCpuNanos());
    }

    private static String shareOf(long nanos, ProfilerCost cost) {
        return Units.share(nanos, cost.workflowNanos()) + " of the workflows' time";
    }
}
