// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.input;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.ProgressBar;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.UnreadableInputException;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.pipeline.OutputRefusedException;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.TooMuchException;
import io.agentprofiler.analyzer.trace.pipeline.TraceOutput;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import io.agentprofiler.analyzer.view.terminal.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The options of every command that reads traces, and the reading itself. */
public final class InputOptions {
    /** Where the agent writes to unless it is told otherwise. */
    public static final Path DEFAULT = Path.of("agent-profile");

    @Parameters(
            paramLabel = "INPUT",
            arity = "0..*",
            description = "Run directory, directory of runs, or single trace file, in any format the analyzer knows."
                    + " Default: agent-profile.")
    private List<Path> inputs;

    @Mixin
    private RunSelection selection;

    @Mixin
    private WhereOption where;

    @Mixin
    private ScreenOptions screen;

    private Inputs chosen;

    public Screen screen(Terminal terminal) {
        return screen.of(terminal);
    }

    /** Reads the inputs without content; see {@link #read(Terminal, List, List, boolean)}. */
    public Outcome read(Terminal terminal, List<Analysis<?>> analyses, List<TraceOutput> outputs)
            throws CommandException {
        return read(terminal, analyses, outputs, false);
    }

    /**
     * Reads the inputs.
     *
     * @param content whether prompts and answers are wanted
     * @throws CommandException when nothing in them can be read, or an output cannot be written
     */
    public Outcome read(Terminal terminal, List<Analysis<?>> analyses, List<TraceOutput> outputs, boolean content)
            throws CommandException {
        return read(terminal, analyses, outputs, content, where.filter());
    }

    /** Reads the workflows in which {@code --where} means a span; {@link #spans} tells which. Content is not read. */
    public Outcome readSpans(Terminal terminal, List<Analysis<?>> analyses) throws CommandException {
        return read(terminal, analyses, List.of(), false, where.spanFilter());
    }

    /**
     * Returns which spans {@code --where} means.
     *
     * @throws CommandException when a condition names no attribute
     */
    public Predicate<Span> spans() throws CommandException {
        return where.spans();
    }

    private Outcome read(
            Terminal terminal,
            List<Analysis<?>> analyses,
            List<TraceOutput> outputs,
            boolean content,
            TraceFilter filter)
            throws CommandException {
        Inputs found = chosen(terminal);
        Outcome outcome;
        try (ProgressBar progress = ProgressBar.start(terminal, found.bytes())) {
            ReadOptions options = new ReadOptions(content, progress::add);
            outcome = read(found, analyses, outputs, options, filter);
        }
        WhereOption.tell(outcome, "", terminal);
        return outcome;
    }

    /** Returns the flight recordings among the inputs. */
    public List<Path> recordings(Terminal terminal) throws CommandException {
        return chosen(terminal).recordings();
    }

    /** Returns the files of the runs that are meant. */
    public Inputs inputs(Terminal terminal) throws CommandException {
        return chosen(terminal);
    }

    /** Chooses once, so that a run that begins meanwhile does not change what a second pass reads. */
    private Inputs chosen(Terminal terminal) throws CommandException {
        if (chosen == null) {
            List<Path> named = orDefault(inputs);
            chosen = selection.of(find(named), named.size() > 1, terminal);
        }
        return chosen;
    }

    /**
     * Returns what was named, or where nothing was the directory that the agent writes to unless it is told otherwise.
     *
     * @param named may be {@code null}
     */
    public static List<Path> orDefault(List<Path> named) throws CommandException {
        if (named != null && !named.isEmpty()) {
            return List.copyOf(named);
        }
        if (!Files.isDirectory(DEFAULT)) {
            throw new CommandException("no INPUT was given, and there is no directory " + DEFAULT
                    + " here, which the agent writes to unless agentprofiler.dir says otherwise");
        }
        return List.of(DEFAULT);
    }

    /** Returns the files of what was named. */
    public static Inputs find(List<Path> inputs) throws CommandException {
        try {
            return InputFiles.find(inputs);
        } catch (UnreadableInputException e) {
            throw new CommandException(e.getMessage());
        }
    }

    /** Reads all workflows of files; a failure when nothing in them can be read. */
    public static Outcome read(Inputs found, List<Analysis<?>> analyses, List<TraceOutput> outputs, ReadOptions options)
            throws CommandException {
        return read(found, analyses, outputs, options, TraceFilter.ALL);
    }

    /** Reads some workflows of files; a failure when nothing in the files can be read. */
    public static Outcome read(
            Inputs found,
            List<Analysis<?>> analyses,
            List<TraceOutput> outputs,
            ReadOptions options,
            TraceFilter filter)
            throws CommandException {
        Outcome outcome = readAny(found, analyses, outputs, options, filter);
        if (outcome.runs().isEmpty()) {
            throw new CommandException(nothingRead(outcome));
        }
        return outcome;
    }

    /** Reads files of which there may be nothing to read. */
    public static Outcome readAny(
            Inputs found, List<Analysis<?>> analyses, List<TraceOutput> outputs, ReadOptions options)
            throws CommandException {
        return readAny(found, analyses, outputs, options, TraceFilter.ALL);
    }

    /** Reads some workflows of files of which there may be nothing to read. */
    public static Outcome readAny(
            Inputs found,
            List<Analysis<?>> analyses,
            List<TraceOutput> outputs,
            ReadOptions options,
            TraceFilter filter)
            throws CommandException {
        try {
            return new Pipeline(analyses, outputs, options, filter).run(found);
        } catch (TooMuchException | OutputRefusedException e) {
            throw new CommandException(e.getMessage());
        } catch (IOException e) {
            throw new CommandException("the report's files cannot be written: " + Reasons.of(e));
        }
    }

    private static String nothingRead(Outcome outcome) {
        if (!outcome.failures().isEmpty()) {
            return outcome.failures().get(0);
        }
        for (Problems problems : outcome.problems()) {
            if (!problems.first().isEmpty()) {
                return problems.first().get(0) + " (nothing in the input could be read)";
            }
        }
        return "nothing in the input could be read";
    }
}
