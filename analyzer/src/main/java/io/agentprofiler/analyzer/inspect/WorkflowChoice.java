// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.inspect;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.InputOptions;
import io.agentprofiler.analyzer.command.Terminal;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.Oddities;
import io.agentprofiler.analyzer.metric.workflow.FoundTraces;
import io.agentprofiler.analyzer.metric.workflow.SlowestWorkflows;
import io.agentprofiler.analyzer.metric.workflow.Workflows;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.Units;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of commands that show single workflows: which ones, and how much of them. */
final class WorkflowChoice {
    @ArgGroup
    private Which which = new Which();

    @Option(
            names = "--max-rows",
            paramLabel = "ROWS",
            defaultValue = "1000",
            description = "Spans shown per workflow, the longest ones. Default: ${DEFAULT-VALUE}.")
    private int maxRows;

    /** Which workflows to show. */
    private static final class Which {
        @Option(names = "--slowest", description = "The slowest workflow (the default).")
        private boolean slowest;

        @Option(names = "-n", paramLabel = "COUNT", description = "The COUNT slowest workflows.")
        private int count = 1;

        @Option(names = "--trace", paramLabel = "ID", description = "The workflow whose trace id begins with ID.")
        private String trace;
    }

    /**
     * What was chosen.
     *
     * @param outcome the pass over the input
     * @param traces the workflows, at least one
     */
    record Chosen(Outcome outcome, List<Trace> traces) {}

    int maxRows() {
        return maxRows;
    }

    /**
     * Reads the input for the workflows.
     *
     * @throws CommandException when there is none, or an option is wrong
     */
    Chosen read(InputOptions input, Terminal terminal) throws CommandException {
        if (which.count < 1 || maxRows < 1) {
            throw new CommandException("-n and --max-rows take a number of 1 or more");
        }
        Analysis<List<Trace>> chosen =
                which.trace == null ? new SlowestWorkflows(which.count) : new FoundTraces(which.trace);
        Outcome outcome = input.read(terminal, List.of(chosen, Oddities.ANALYSIS, Workflows.ANALYSIS), List.of());
        List<Trace> traces = outcome.summary().get(chosen);
        if (traces.isEmpty()) {
            long workflows = outcome.summary().get(Workflows.ANALYSIS).all().workflows();
            throw new CommandException(
                    which.trace == null
                            ? "the input holds no workflow"
                            : "no trace id begins with " + which.trace + " among the "
                                    + Units.count(workflows, "workflow") + " of the input");
        }
        return new Chosen(outcome, traces);
    }
}
