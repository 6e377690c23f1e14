// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import io.agentprofiler.analyzer.analysis.Analysis;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.UnreadableInputException;
import io.agentprofiler.analyzer.report.Screen;
import io.agentprofiler.analyzer.run.Outcome;
import io.agentprofiler.analyzer.run.Pipeline;
import io.agentprofiler.analyzer.run.TraceOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of every command that reads traces, and the reading itself. */
final class InputOptions {
    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Run directory, directory of runs, or single trace file; the format is seen by the content.")
    private List<Path> inputs;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "Colours: ${COMPLETION-CANDIDATES}. Default: auto, on a terminal unless NO_COLOR is set.")
    private ColourMode colour;

    @Option(
            names = "--width",
            paramLabel = "COLUMNS",
            defaultValue = "0",
            description = "Width of the output. Default: the terminal's, 120 where there is none.")
    private int width;

    Screen screen(Terminal terminal) {
        return terminal.screen(colour, width);
    }

    /** Reads the inputs without content; see {@link #read(Terminal, List, List, boolean)}. */
    Outcome read(Terminal terminal, List<Analysis<?>> analyses, List<TraceOutput> outputs) throws CommandException {
        return read(terminal, analyses, outputs, false);
    }

    /**
     * Reads the inputs.
     *
     * @param content whether prompts and answers are wanted
     * @throws CommandException when nothing in them can be read, or an output cannot be written
     */
    Outcome read(Terminal terminal, List<Analysis<?>> analyses, List<TraceOutput> outputs, boolean content)
            throws CommandException {
        Inputs found;
        try {
            found = InputFiles.find(inputs);
        } catch (UnreadableInputException e) {
            throw new CommandException(e.getMessage());
        }
        try (Progress progress = Progress.start(terminal, found.bytes())) {
            ReadOptions options = new ReadOptions(content, progress::add);
            Outcome outcome = new Pipeline(analyses, outputs, options).run(found);
            if (outcome.runs().isEmpty()) {
                throw new CommandException(nothingRead(outcome));
            }
            return outcome;
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
