// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Trajectories that other programs wrote ({@code SOURCES.md} beside them), and how tests read them. */
public final class AtifSamples {
    static final Path DIRECTORY = Path.of("../formats/src/test/resources/atif");
    private static final SlowestWorkflows ALL = new SlowestWorkflows(1000);

    private AtifSamples() {}

    /** Returns the samples: files, and directories of files that belong together. */
    public static List<Path> all() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> !file.toString().matches(".*\\.(md|py)"))
                    .sorted()
                    .toList();
        }
    }

    static Outcome read(Path input, boolean content) throws UnreadableInputException, IOException {
        return new Pipeline(List.of(ALL, SpanFlags.ANALYSIS), List.of(), new ReadOptions(content, bytes -> {}))
                .run(InputFiles.find(List.of(input)));
    }

    static List<Trace> traces(Outcome outcome) {
        return outcome.summary().get(ALL);
    }

    /** Returns a line a span: kind, name, tokens, and {@code ?} where its length was not measured. */
    static String tree(Trace trace) {
        return trace.spans().stream().map(AtifSamples::line).collect(Collectors.joining("\n"));
    }

    private static String line(Span span) {
        String tokens = span.tokens().isKnown()
                ? " " + span.tokens().input() + ">" + span.tokens().output()
                : "";
        String length = span.isMeasured() ? " " + span.durationNanos() / 1_000_000 + " ms" : " ?";
        return "  ".repeat(span.depth()) + span.kind().word() + " " + span.name() + tokens + length;
    }
}
