// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.input.RunSelection;
import io.agentprofiler.analyzer.command.input.WhereOption;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.Runs;
import io.agentprofiler.analyzer.read.Runs.Run;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import io.agentprofiler.analyzer.view.terminal.Screen;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The runs of a build: all of a directory, for a build has many, and one for every JVM that its tests ran in. */
final class GateInputs {
    /** Stands for the service where the files do not say which they are of. */
    private static final String NO_SERVICE = "traces";

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description =
                    "Directory of runs, run directory, or single trace file, in any format the analyzer knows. All"
                            + " runs of a directory are read.")
    private List<Path> inputs;

    @Mixin
    private RunSelection selection;

    @Mixin
    private WhereOption where;

    @Mixin
    private ScreenOptions screen;

    Screen screen(Terminal terminal) {
        return screen.of(terminal);
    }

    /** Returns which workflows are judged, by their attributes. */
    TraceFilter filter() throws CommandException {
        return where.filter();
    }

    /** Returns what to read on a command line to look at the same runs. */
    List<Path> named() {
        return List.copyOf(inputs);
    }

    /**
     * Returns the files of each service, that of the newest run first.
     *
     * @throws CommandException when there is nothing to read
     */
    Map<String, Inputs> byService() throws CommandException {
        for (Path input : inputs) {
            if (!Files.exists(input)) {
                throw new CommandException(
                        input + " does not exist: no test wrote traces. Was the agent attached to the"
                                + " JVM of the tests, and did they run?");
            }
        }
        Inputs found = InputOptions.find(inputs);
        Map<String, List<Run>> byService = new LinkedHashMap<>();
        for (Run run : selection.chosen(Runs.of(found))) {
            byService
                    .computeIfAbsent(run.service() == null ? NO_SERVICE : run.service(), any -> new ArrayList<>())
                    .add(run);
        }
        Map<String, Inputs> chosen = new LinkedHashMap<>();
        byService.forEach((service, runs) -> chosen.put(service, Runs.only(found, runs)));
        return chosen;
    }
}
