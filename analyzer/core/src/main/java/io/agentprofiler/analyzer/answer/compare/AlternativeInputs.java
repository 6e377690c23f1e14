// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.input.RunSelection;
import io.agentprofiler.analyzer.command.input.WhereOption;
import io.agentprofiler.analyzer.command.terminal.ProgressBar;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.Runs;
import io.agentprofiler.analyzer.read.Runs.Run;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The runs that are compared: what was named, and the reading of it. */
final class AlternativeInputs {
    @Parameters(
            paramLabel = "RUN",
            arity = "1..*",
            description =
                    "Two or more: a run directory, a directory of runs (its newest is taken), or a single trace file"
                            + " each; NAME=RUN names it. Of one directory alone all its runs are compared, those with the same"
                            + " models and configuration together.")
    private List<String> words;

    @Mixin
    private RunSelection selection;

    @Mixin
    private WhereOption where;

    /**
     * An input.
     *
     * @param name as the user gave it, {@code null} for none
     * @param label what to call it where nothing better is known
     * @param files its files
     */
    record NamedInput(String name, String label, Inputs files) {}

    /** What was read of an input. */
    record ReadInput(NamedInput input, Outcome outcome) {}

    /** Answers whether one directory was named, whose runs with equal models belong together. */
    boolean isOne() {
        return words.size() == 1;
    }

    /**
     * Reads each input.
     *
     * @param together whether all that was named is one input, whose workflows an attribute tells apart
     */
    List<ReadInput> read(Terminal terminal, boolean together, List<Analysis<?>> analyses) throws CommandException {
        TraceFilter filter = where.filter();
        List<NamedInput> inputs = together ? List.of(all(terminal)) : inputs(terminal);
        long bytes = inputs.stream().mapToLong(input -> input.files().bytes()).sum();
        List<ReadInput> read = new ArrayList<>();
        try (ProgressBar progress = ProgressBar.start(terminal, bytes)) {
            ReadOptions options = new ReadOptions(false, progress::add);
            for (NamedInput input : inputs) {
                Outcome outcome = InputOptions.read(input.files(), analyses, List.of(), options, filter);
                read.add(new ReadInput(input, outcome));
            }
        }
        read.forEach(one ->
                WhereOption.tell(one.outcome(), together ? "" : one.input().label() + ": ", terminal));
        return read;
    }

    private NamedInput all(Terminal terminal) throws CommandException {
        List<Path> paths = words.stream().map(AlternativeInputs::path).toList();
        Inputs files = selection.of(InputOptions.find(paths), paths.size() > 1, terminal);
        return new NamedInput(null, "", files);
    }

    private List<NamedInput> inputs(Terminal terminal) throws CommandException {
        if (words.size() == 1) {
            return runs(path(words.get(0)));
        }
        if (!selection.named().isEmpty()) {
            throw new CommandException("--run chooses runs of one directory; here several inputs are named");
        }
        List<NamedInput> inputs = new ArrayList<>();
        for (String word : words) {
            Path path = path(word);
            Inputs files = selection.newest(InputOptions.find(List.of(path)), false, word + ": ", terminal);
            inputs.add(new NamedInput(name(word), path.toString(), files));
        }
        return inputs;
    }

    /** Returns the runs of a directory, the oldest first. */
    private List<NamedInput> runs(Path path) throws CommandException {
        Inputs found = InputOptions.find(List.of(path));
        List<NamedInput> inputs = new ArrayList<>();
        for (Run run : selection.chosen(Runs.of(found))) {
            inputs.add(new NamedInput(null, run.id(), Runs.only(found, List.of(run))));
        }
        Collections.reverse(inputs);
        if (inputs.size() < 2) {
            throw new CommandException("compare needs two runs or more, or --by KEY for the values of an attribute; "
                    + path + " holds one run");
        }
        return inputs;
    }

    /** A path may have an equals sign in it. */
    private static boolean isNamed(String word) {
        return word.indexOf('=') > 0 && !Files.exists(Path.of(word));
    }

    private static String name(String word) {
        return isNamed(word) ? word.substring(0, word.indexOf('=')) : null;
    }

    private static Path path(String word) {
        return Path.of(isNamed(word) ? word.substring(word.indexOf('=') + 1) : word);
    }
}
