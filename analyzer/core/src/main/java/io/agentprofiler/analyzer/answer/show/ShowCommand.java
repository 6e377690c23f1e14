// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.answer.show.FoundContent.FoundWorkflow;
import io.agentprofiler.analyzer.answer.show.FoundContent.Why;
import io.agentprofiler.analyzer.command.CommandException;
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
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
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
            "what has changed."
        })
public final class ShowCommand implements Callable<Integer> {
    private static final int TRACE_DIGITS = 32;

    private final Terminal terminal;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ID",
            description =
                    "Id of a workflow (trace), of the OpenTelemetry trace that it began in, of a span or a conversation. The first"
                            + " digits of a trace or span id are enough. Not with --by.")
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
        FoundContent wanted = new FoundContent(id);
        Outcome outcome = read(InputOptions.orDefault(inputs), wanted);
        List<FoundWorkflow> found = meant(outcome.summary().get(wanted));
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
        Outcome outcome = read(InputOptions.orDefault(all), Conversations.ANALYSIS);
        print(ShowDocument.of(outcome.summary().get(Conversations.ANALYSIS), outcome));
    }

    private Outcome read(List<Path> paths, Analysis<?> analysis) throws CommandException {
        Inputs chosen = selection.of(InputOptions.find(paths), paths.size() > 1, terminal);
        try (ProgressBar progress = ProgressBar.start(terminal, chosen.bytes())) {
            return InputOptions.read(
                    chosen,
                    List.of(analysis, SpanFlags.ANALYSIS, Workflows.ANALYSIS),
                    List.of(),
                    new ReadOptions(by == null, progress::add));
        }
    }

    /** A word that means a workflow or a conversation does not mean the spans whose ids begin so by chance. */
    private List<FoundWorkflow> meant(List<FoundWorkflow> all) throws CommandException {
        for (Why why : Why.values()) {
            List<FoundWorkflow> found =
                    all.stream().filter(each -> each.why() == why).toList();
            if (found.isEmpty()) {
                continue;
            }
            if (found.size() > 1 && !mayBeSeveral(why)) {
                throw new CommandException(id + " is the beginning of several ids: "
                        + String.join(", ", ShowDocument.ids(found)) + "; give more digits");
            }
            return found;
        }
        throw new CommandException("no trace, span or conversation has the id " + id
                + ", or one that begins so; tree and report print ids, show --by conversation lists conversations");
    }

    /** A conversation has several turns, and several workflows may begin in one trace of OpenTelemetry. */
    private boolean mayBeSeveral(Why why) {
        return why == Why.CONVERSATION || why == Why.OPEN_TELEMETRY_TRACE && id.length() == TRACE_DIGITS;
    }

    private void print(Document document) throws CommandException {
        if (json) {
            FormatOptions.print(document, Format.JSON, screen.of(terminal), terminal);
        } else {
            format.print(document, screen.of(terminal), terminal);
        }
    }
}
