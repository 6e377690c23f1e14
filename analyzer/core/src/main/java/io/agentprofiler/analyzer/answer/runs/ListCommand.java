// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.runs;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.input.RunSelection;
import io.agentprofiler.analyzer.command.terminal.ProgressBar;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.Runs;
import io.agentprofiler.analyzer.read.Runs.Run;
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
            "",
            "States: closed: the process ended properly; running: a process is writing the run now; killed: the process",
            "died without closing it; no end: killed, or copied while running; unreadable: nothing in it can be read.",
            "docs/command-line.md says how runs are chosen."
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
        try (ProgressBar progress = ProgressBar.start(terminal, found.bytes())) {
            ReadOptions options = new ReadOptions(false, progress::add);
            for (Run run : selection.chosen(runs)) {
                Outcome outcome = InputOptions.readAny(
                        new Inputs(run.files(), List.of()), List.of(Workflows.ANALYSIS), List.of(), options);
                notes.addAll(outcome.failures());
                outcome.problems().stream()
                        .flatMap(problems -> problems.first().stream().limit(1))
                        .forEach(problem -> notes.add(problem.toString()));
                listed.add(ListedRun.of(run, outcome));
            }
        }
        format.print(RunsDocument.of(listed, notes), screen.of(terminal), terminal);
        return ExitCode.OK;
    }
}
