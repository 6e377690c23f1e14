// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import io.agentprofiler.analyzer.input.InputFiles;
import io.agentprofiler.analyzer.input.InputFiles.Inputs;
import io.agentprofiler.analyzer.input.Problems;
import io.agentprofiler.analyzer.input.ReadOptions;
import io.agentprofiler.analyzer.input.Reasons;
import io.agentprofiler.analyzer.input.UnreadableInputException;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.pipeline.Pipeline;
import io.agentprofiler.analyzer.pipeline.TooMuchException;
import io.agentprofiler.analyzer.pipeline.TraceOutput;
import io.agentprofiler.analyzer.view.terminal.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The options of every command that reads traces, and the reading itself. */
public final class InputOptions {
    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Run directory, directory of runs, or single trace file; the format is seen by the content.")
    private List<Path> inputs;

    @Mixin
    private ScreenOptions screen;

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
        Inputs found = find(inputs);
        try (Progress progress = Progress.start(terminal, found.bytes())) {
            ReadOptions options = new ReadOptions(content, progress::add);
            return read(found, analyses, outputs, options);
        }
    }

    /** Returns the flight recordings among the inputs. */
    public List<Path> recordings() throws CommandException {
        return find(inputs).recordings();
    }

    /** Returns the files of what was named. */
    public static Inputs find(List<Path> inputs) throws CommandException {
        try {
            return InputFiles.find(inputs);
        } catch (UnreadableInputException e) {
            throw new CommandException(e.getMessage());
        }
    }

    /** Reads files; a failure when nothing in them can be read. */
    public static Outcome read(Inputs found, List<Analysis<?>> analyses, List<TraceOutput> outputs, ReadOptions options)
            throws CommandException {
        try {
            Outcome outcome = new Pipeline(analyses, outputs, options).run(found);
            if (outcome.runs().isEmpty()) {
                throw new CommandException(nothingRead(outcome));
            }
            return outcome;
        } catch (TooMuchException e) {
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
