// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.fingerprint.Grouping;
import io.agentprofiler.analyzer.answer.report.section.WorkflowSection;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowRows;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Section;
import java.util.List;

/**
 * The report's table of workflows: what has to be asked for it.
 *
 * <p><b>Threading:</b> immutable.
 */
final class WorkflowTable {
    /** A row for each name. */
    static final WorkflowTable BY_NAME = new WorkflowTable(Grouping.NAME);

    private final Grouping grouping;
    private final Analysis<WorkflowRows> question;

    WorkflowTable(Grouping grouping) {
        this.grouping = grouping;
        this.question = WorkflowRows.by(grouping::row);
    }

    /** Returns what the report must ask besides. */
    List<Analysis<?>> analyses() {
        // names are known anyway
        return grouping == Grouping.NAME ? List.of() : List.of(question);
    }

    Section section(Outcome outcome) {
        Workflows workflows = outcome.summary().get(Workflows.ANALYSIS);
        return grouping == Grouping.NAME
                ? WorkflowSection.of(workflows)
                : WorkflowSection.of(workflows, outcome.summary().get(question), grouping);
    }
}
