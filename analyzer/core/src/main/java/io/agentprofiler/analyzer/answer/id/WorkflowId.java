// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.id;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds.FoundId;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.List;

/** The one place that says what an id on the command line means. */
public final class WorkflowId {
    private static final int MOST_CANDIDATES = 10;
    private static final int TRACE_DIGITS = 12;

    private WorkflowId() {}

    /**
     * Returns the workflows, and the spans, that an id means; at least one.
     *
     * @param option the option that the id was given with, and a blank; empty for an argument
     * @param question was asked of the input, with {@link Workflows#ANALYSIS}
     * @throws CommandException when there is none, or several ids begin so
     */
    public static List<FoundId> meant(String option, String written, FoundIds question, Outcome outcome)
            throws CommandException {
        List<FoundId> all = outcome.summary().get(question);
        if (all.isEmpty()) {
            long workflows = outcome.summary().get(Workflows.ANALYSIS).all().workflows();
            throw new CommandException(option + written + ": no trace, span or conversation has this id, or one that"
                    + " begins so, among the " + Units.count(workflows, "workflow")
                    + " of the input; tree, calls, report and show --by conversation print ids");
        }
        List<FoundId> meant = FoundIds.meant(all);
        List<String> candidates =
                meant.stream().map(WorkflowId::candidate).distinct().toList();
        if (candidates.size() > 1) {
            throw new CommandException(option + written + " is the beginning of several ids: "
                    + String.join(", ", candidates.subList(0, Math.min(MOST_CANDIDATES, candidates.size())))
                    + (candidates.size() > MOST_CANDIDATES ? " and others" : "") + "; give more of it");
        }
        return meant;
    }

    /** A span may have the id of one in another workflow. */
    private static String candidate(FoundId found) {
        return switch (found.why()) {
            case TRACE, OPEN_TELEMETRY_TRACE -> "trace " + found.id();
            case SPAN ->
                "span " + found.id() + " of trace "
                        + found.trace().id().toString().substring(0, TRACE_DIGITS);
            case CONVERSATION, CONVERSATION_BEGINNING -> "conversation " + found.id();
        };
    }
}
