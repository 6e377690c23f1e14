// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Progress;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.run.InputFiles.Input;
import io.agentprofiler.analyzer.read.stack.StackReader;
import io.agentprofiler.analyzer.read.stack.StackReader.Contents;
import io.agentprofiler.analyzer.read.stack.StackUnit;
import io.agentprofiler.analyzer.trace.metric.calltree.PathWeights;
import io.agentprofiler.analyzer.view.cell.Units;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a flame graph is drawn of where the inputs are no workflows but sums by call path.
 *
 * @param top the sums
 * @param by what they count
 * @param of what they are of, in words
 * @param notes what of the inputs could not be read, or is not sure
 */
record StackSums(PathWeights top, PathWeight by, String of, List<String> notes) {
    /** Prices are summed in millionths of millionths. */
    private static final long PICOS = 1_000_000;

    /** An input, and what it holds. */
    private record Held(TraceFile file, StackReader reader, Contents contents) {
        boolean has(StackUnit unit) {
            return contents.sums().contains(unit);
        }
    }

    /**
     * Reads the sums.
     *
     * @param asked what the user asked for, or {@code null}
     * @return {@code null} where the inputs hold workflows that answer it
     */
    static StackSums of(InputOptions input, PathWeight asked, Terminal terminal) throws CommandException {
        List<Held> files = new ArrayList<>();
        for (Input one : input.inputs(terminal).runs().stream()
                .flatMap(run -> run.files().stream())
                .toList()) {
            if (!(one.reader() instanceof StackReader reader)) {
                return null;
            }
            files.add(new Held(one.file(), reader, contents(one.file(), reader)));
        }
        boolean workflows = files.stream().anyMatch(file -> file.contents().workflows());
        boolean sums = files.stream().allMatch(file -> !file.contents().sums().isEmpty());
        if (!sums || workflows && (asked == null || asked == PathWeight.TIME || asked == PathWeight.CALLS)) {
            return null;
        }
        StackUnit unit = asked == null ? common(files) : asked(asked, files);
        if (unit == null && workflows) {
            return null;
        }
        if (unit == null) {
            throw new CommandException((asked == null ? "these files count different things" : "--by " + asked) + ": "
                    + files.stream().map(StackSums::told).collect(Collectors.joining("; ")));
        }
        PathWeight by = asked == null ? weight(unit) : asked;
        return read(input, unit, by, files, terminal);
    }

    private static Contents contents(TraceFile file, StackReader reader) throws CommandException {
        try {
            return reader.contents(file);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static CommandException unreadable(TraceFile file, IOException e) {
        return new CommandException(file + ": cannot be read: " + Reasons.of(e));
    }

    /** Returns what all files count, time if they do; {@code null} where there is nothing that all do. */
    private static StackUnit common(List<Held> files) {
        Set<StackUnit> common = EnumSet.allOf(StackUnit.class);
        files.forEach(file -> common.retainAll(file.contents().sums()));
        return common.stream().findFirst().orElse(null);
    }

    /** Returns what to read: what was asked for, or numbers of which the file does not say what they count. */
    private static StackUnit asked(PathWeight asked, List<Held> files) {
        StackUnit unit = unit(asked);
        if (unit != null && files.stream().allMatch(file -> file.has(unit))) {
            return unit;
        }
        boolean untold = files.stream().allMatch(file -> file.has(StackUnit.UNTOLD));
        return unit != null && untold ? StackUnit.UNTOLD : null;
    }

    private static StackUnit unit(PathWeight weight) {
        return switch (weight) {
            case TIME -> StackUnit.TIME;
            case TOKENS -> StackUnit.TOKENS;
            case COST -> StackUnit.COST;
            case BYTES -> StackUnit.BYTES;
            case SAMPLES -> StackUnit.UNTOLD;
            case CALLS -> null;
        };
    }

    private static PathWeight weight(StackUnit unit) {
        return switch (unit) {
            case TIME -> PathWeight.TIME;
            case TOKENS -> PathWeight.TOKENS;
            case COST -> PathWeight.COST;
            case BYTES -> PathWeight.BYTES;
            case UNTOLD -> PathWeight.SAMPLES;
        };
    }

    private static String told(Held held) {
        return held.file() + " holds sums of "
                + held.contents().sums().stream()
                        .map(unit -> weight(unit).toString())
                        .collect(Collectors.joining(" and of "));
    }

    private static StackSums read(
            InputOptions input, StackUnit unit, PathWeight by, List<Held> files, Terminal terminal)
            throws CommandException {
        PathWeights top = PathWeights.none();
        long scale = by == PathWeight.COST ? PICOS : 1;
        List<String> notes = new ArrayList<>();
        long bytes = files.stream().mapToLong(held -> held.file().size()).sum();
        try (Progress progress = Progress.start(terminal, bytes)) {
            ReadOptions options = new ReadOptions(false, progress::add);
            for (Held held : files) {
                Problems problems = new Problems(held.file().path());
                try {
                    held.reader()
                            .readStacks(
                                    held.file(),
                                    unit,
                                    options,
                                    (path, value) -> top.addStack(path, scaled(value, scale)),
                                    problems);
                } catch (IOException e) {
                    throw unreadable(held.file(), e);
                }
                DataSection.problems(problems, notes);
                if (unit == StackUnit.UNTOLD && by == PathWeight.SAMPLES) {
                    notes.add(held.file() + ": the file does not say what its numbers count, taken as samples; --by"
                            + " time (nanoseconds), tokens, cost (millionths of a dollar) or bytes says otherwise");
                }
            }
        }
        String of = files.size() == 1
                ? files.get(0).file().path().getFileName().toString()
                : Units.count(files.size(), "file");
        return new StackSums(top, by, of, notes);
    }

    private static long scaled(long value, long scale) {
        return value > Long.MAX_VALUE / scale ? Long.MAX_VALUE : value * scale;
    }
}
