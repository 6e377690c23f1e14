// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.runs;

import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingQuestion;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.input.ListOptions;
import io.agentprofiler.analyzer.command.input.ListOrder;
import io.agentprofiler.analyzer.command.input.RunSelection;
import io.agentprofiler.analyzer.command.input.WhereOption;
import io.agentprofiler.analyzer.command.terminal.ProgressBar;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.Runs;
import io.agentprofiler.analyzer.read.Runs.Run;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code analyzer list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Lists the runs in a directory, newest first.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar list agent-profile/",
            "  java -jar analyzer.jar report --run 2 agent-profile/",
            "        a report on the second newest of them",
            "  java -jar analyzer.jar list --where tool=refund --where status=failed agent-profile/",
            "        the runs in which a refund failed, and in how many workflows",
            "",
            "States: closed: the process ended properly; running: a process is writing the run now; killed: the process",
            "died without closing it; no end: killed, or copied while running; unreadable: nothing in it can be read.",
            Documentation.AT + "reference/command-line/"
        })
public final class ListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            paramLabel = "DIR",
            arity = "0..*",
            description = "Directories of runs, or trace files. Default: agent-profile.")
    private List<Path> inputs = List.of();

    @Mixin
    private RunSelection selection;

    @Mixin
    private WhereOption where;

    @Mixin
    private ListOptions list;

    @Mixin
    private PriceOptions prices;

    @Mixin
    private FormatOptions format;

    @Mixin
    private ScreenOptions screen;

    public ListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        Inputs found = InputOptions.find(InputOptions.orDefault(inputs));
        Runs runs = Runs.of(found);
        List<ListedRun> listed = new ArrayList<>();
        List<String> notes = new ArrayList<>(found.notes());
        SpendingQuestion costs = list.order(ListOrder.START) == ListOrder.COST
                ? new SpendingQuestion(prices.list(), Spending.Detail.MODELS, null)
                : null;
        try (ProgressBar progress = ProgressBar.start(terminal, found.bytes())) {
            ReadOptions options = new ReadOptions(false, progress::add);
            for (Run run : selection.chosen(runs)) {
                List<Analysis<?>> analyses = new ArrayList<>(List.of(Workflows.ANALYSIS));
                if (costs != null) {
                    analyses.add(costs);
                }
                Outcome outcome = InputOptions.readAny(
                        new Inputs(run.files(), List.of()), analyses, List.of(), options, where.filter());
                notes.addAll(outcome.failures());
                outcome.problems().stream()
                        .flatMap(problems -> problems.first().stream().limit(1))
                        .forEach(problem -> notes.add(problem.toString()));
                ListedRun one = ListedRun.of(run, outcome, costs);
                if (isMeant(one, outcome)) {
                    listed.add(one);
                }
            }
        }
        if (list.isOrdered()) {
            listed.sort(ListedRun.inOrder(list.order(ListOrder.START)));
        }
        format.print(RunsDocument.of(listed, notes), screen.of(terminal), terminal);
        return ExitCode.OK;
    }

    /** Answers whether a run has a workflow that is asked for; where nothing is asked for every run is meant. */
    private boolean isMeant(ListedRun run, Outcome outcome) {
        return (!outcome.filtered().isFiltered() || outcome.filtered().wanted() > 0)
                && (!list.isFailed()
                        || (run.workflows().ends().failed() > 0
                                || run.workflows().ends().okWithFailures() > 0));
    }
}
