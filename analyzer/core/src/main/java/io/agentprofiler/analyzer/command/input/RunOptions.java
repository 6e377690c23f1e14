// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.input;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.ProgressBar;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.terminal.Screen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The options of commands that look at runs one by one; there may be none. */
public final class RunOptions {
    @Parameters(
            paramLabel = "INPUT",
            arity = "0..*",
            description = "Run directory, directory of runs, or single trace file, in any format the analyzer knows.")
    private List<Path> inputs;

    @Mixin
    private RunSelection selection;

    @Mixin
    private ScreenOptions screen;

    public Screen screen(Terminal terminal) {
        return screen.of(terminal);
    }

    public boolean isGiven() {
        return inputs != null && !inputs.isEmpty();
    }

    /**
     * Reads each run for itself.
     *
     * @return what was found of each, in the order they were named
     * @throws CommandException when no run is given, or nothing in one can be read
     */
    public List<Outcome> readEach(Terminal terminal, List<Analysis<?>> analyses) throws CommandException {
        if (!isGiven()) {
            throw new CommandException("Missing required parameter: 'INPUT', at least one run");
        }
        return readEach(terminal, analyses, inputs);
    }

    /** Returns what was named; nothing where nothing was. */
    public List<Path> inputs() {
        return inputs == null ? List.of() : List.copyOf(inputs);
    }

    /**
     * Reads each run of other inputs for itself.
     *
     * @return what was found of each, in the order they were named
     * @throws CommandException when nothing in one can be read
     */
    public List<Outcome> readEach(Terminal terminal, List<Analysis<?>> analyses, List<Path> others)
            throws CommandException {
        Inputs found = selection.each(InputOptions.find(others));
        List<Outcome> outcomes = new ArrayList<>();
        try (ProgressBar progress = ProgressBar.start(terminal, found.bytes())) {
            ReadOptions options = new ReadOptions(false, progress::add);
            for (RunFiles run : found.runs()) {
                outcomes.add(InputOptions.read(new Inputs(List.of(run), List.of()), analyses, List.of(), options));
            }
        }
        return outcomes;
    }
}
