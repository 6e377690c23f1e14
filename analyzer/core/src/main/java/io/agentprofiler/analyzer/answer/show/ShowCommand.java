// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.answer.id.FindingEvidence;
import io.agentprofiler.analyzer.answer.id.WorkflowId;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.Format;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.input.RunSelection;
import io.agentprofiler.analyzer.command.terminal.ProgressBar;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds.FoundId;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code analyzer show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints what was said: prompts, answers, tool calls and their results, as a transcript.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar show 0af7651916cd43dd agent-profile/",
            "        the workflow, or the span, whose id begins with these digits",
            "  java -jar analyzer.jar show --by conversation agent-profile/",
            "        the conversations, with their numbers of turns, calls and tokens",
            "  java -jar analyzer.jar show order-4711 agent-profile/",
            "        the turns of the conversation with this id",
            "",
            "Texts are there if they were recorded: -Dagentprofiler.content=full. Else lengths are shown, what is repeated, and",
            "what has changed.",
            Documentation.AT + "questions/show/"
        })
public final class ShowCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ID",
            description =
                    "Id of a workflow (trace), of the OpenTelemetry trace that it began in, of a span, a conversation or a finding."
                            + " The beginning of an id is enough. Not with --by.")
    private String id;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "INPUT",
            description = "Run directory, directory of runs, or single trace file, in any format the analyzer knows."
                    + " Default: agent-profile.")
    private List<Path> inputs = List.of();

    @Option(names = "--by", paramLabel = "WHAT", description = "List what there is to show: conversation.")
    private String by;

    @Option(names = "--whole", description = "Also print the messages of a prompt that stood in an earlier one.")
    private boolean whole;

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    @Mixin
    private RunSelection selection;

    @Mixin
    private FormatOptions format;

    @Mixin
    private ScreenOptions screen;

    public ShowCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        if (by != null) {
            list();
            return ExitCode.OK;
        }
        if (id == null || inputs.isEmpty() && !Files.isDirectory(InputOptions.DEFAULT)) {
            throw new CommandException(
                    "show needs an id and an input: show ID INPUT, or show --by conversation INPUT; without"
                            + " an input it reads " + InputOptions.DEFAULT);
        }
        Inputs chosen = choose(InputOptions.orDefault(inputs));
        String meant = FindingEvidence.isFinding(id)
                ? TraceId.spanText(
                        FindingEvidence.of("", id, asked -> read(chosen, asked)).span())
                : id;
        FoundIds wanted = new FoundIds(meant);
        Outcome outcome = read(chosen, List.of(wanted, SpanFlags.ANALYSIS, Workflows.ANALYSIS));
        List<FoundId> found = WorkflowId.meant("", meant, wanted, outcome);
        print(ShowDocument.of(found, whole || found.get(0).span() != null, outcome));
        return ExitCode.OK;
    }

    private void list() throws CommandException {
        if (!by.equals("conversation")) {
            throw new CommandException("--by: found '" + by + "', expected conversation");
        }
        List<Path> all = new ArrayList<>(inputs);
        if (id != null) {
            all.add(0, Path.of(id));
        }
        Outcome outcome = read(
                choose(InputOptions.orDefault(all)),
                List.of(Conversations.ANALYSIS, SpanFlags.ANALYSIS, Workflows.ANALYSIS));
        print(ShowDocument.of(outcome.summary().get(Conversations.ANALYSIS), outcome));
    }

    private Inputs choose(List<Path> paths) throws CommandException {
        return selection.of(InputOptions.find(paths), paths.size() > 1, terminal);
    }

    private Outcome read(Inputs chosen, List<Analysis<?>> analyses) throws CommandException {
        try (ProgressBar progress = ProgressBar.start(terminal, chosen.bytes())) {
            return InputOptions.read(chosen, analyses, List.of(), new ReadOptions(by == null, progress::add));
        }
    }

    private void print(Document document) throws CommandException {
        format.print(document, json ? Format.JSON : null, screen.of(terminal), terminal);
    }
}
