// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import io.agentprofiler.analyzer.analysis.Analysis;
import io.agentprofiler.analyzer.analysis.FoundTraces;
import io.agentprofiler.analyzer.analysis.Oddities;
import io.agentprofiler.analyzer.analysis.SlowestWorkflows;
import io.agentprofiler.analyzer.analysis.Workflows;
import io.agentprofiler.analyzer.report.LossSection;
import io.agentprofiler.analyzer.report.Screen;
import io.agentprofiler.analyzer.report.WorkflowReport;
import io.agentprofiler.analyzer.run.Outcome;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer tree}. */
@Command(
        name = "tree",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints workflows as trees with a time line: time, self time, tokens, failures, lanes.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar tree agent-profile/",
            "        the slowest workflow",
            "  java -jar analyzer.jar tree -n 3 agent-profile/",
            "        the three slowest workflows",
            "  java -jar analyzer.jar tree --trace 0af7651916cd43dd agent-profile/",
            "        the workflow whose trace id begins with these digits",
            "",
            "self = time not spent in a child. A lane holds spans that do not overlap, or contain each other."
        })
final class TreeCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

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

    TreeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
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
                            : "no trace id begins with " + which.trace + " among the " + workflows
                                    + " workflows of the input");
        }
        Screen screen = input.screen(terminal);
        WorkflowReport.print(traces, maxRows, screen, terminal.out());
        LossSection.printIfAny(outcome, screen, terminal.out());
        return ExitCode.OK;
    }
}
