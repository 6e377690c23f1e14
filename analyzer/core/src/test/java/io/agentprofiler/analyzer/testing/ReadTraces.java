// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.UnreadableInputException;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.SlowestWorkflows;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The traces of a file of any format, as every command sees them. */
public final class ReadTraces {
    private static final SlowestWorkflows ALL = new SlowestWorkflows(1000);

    private final Outcome outcome;

    private ReadTraces(Outcome outcome) {
        this.outcome = outcome;
    }

    /** Reads a file or directory. */
    public static ReadTraces of(Path input, boolean content) throws UnreadableInputException, IOException {
        return of(List.of(input), content);
    }

    /** Reads files and directories. */
    public static ReadTraces of(List<Path> inputs, boolean content) throws UnreadableInputException, IOException {
        return new ReadTraces(
                new Pipeline(List.of(ALL, SpanFlags.ANALYSIS), List.of(), new ReadOptions(content, bytes -> {}))
                        .run(InputFiles.find(inputs)));
    }

    /** Returns what a pass over the inputs found. */
    public Outcome outcome() {
        return outcome;
    }

    /** Returns the traces by their ids. */
    public List<Trace> traces() {
        return outcome.summary().get(ALL).stream()
                .sorted(Comparator.comparing(Trace::id))
                .toList();
    }

    public Trace only() {
        List<Trace> traces = traces();
        if (traces.size() != 1) {
            throw new AssertionError("expected one trace, found " + traces.size());
        }
        return traces.get(0);
    }

    /** Returns what was told of places that could not be read, a line each. */
    public String problems() {
        return outcome.problems().stream()
                .flatMap(problems -> problems.first().stream())
                .map(problem -> problem.line() + ": " + problem.reason() + "\n")
                .collect(Collectors.joining());
    }

    /** Returns a line a span: kind, name, tokens, and {@code ?} where its length was not measured. */
    public static String tree(Trace trace) {
        return trace.spans().stream().map(ReadTraces::line).collect(Collectors.joining("\n"));
    }

    private static String line(Span span) {
        String tokens = span.tokens().isKnown()
                ? " " + span.tokens().input() + ">" + span.tokens().output()
                : "";
        String length = span.isMeasured() ? " " + span.durationNanos() / 1_000_000 + " ms" : " ?";
        return "  ".repeat(span.depth()) + span.kind().word() + " " + span.name() + tokens + length;
    }
}
