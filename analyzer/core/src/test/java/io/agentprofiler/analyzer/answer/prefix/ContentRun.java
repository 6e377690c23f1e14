// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.segment.SegmentReader;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads a run with its prompts. */
final class ContentRun {
    private ContentRun() {}

    static List<Trace> traces(TestRun run) {
        List<SpanEvent> events = new ArrayList<>();
        try {
            Path file = Files.createTempFile("run", ".jsonl");
            run.write(file);
            new SegmentReader()
                    .read(
                            TraceFile.of(file),
                            new ReadOptions(true, bytes -> {}),
                            new EventSink() {
                                @Override
                                public void span(SpanEvent event) {
                                    events.add(event);
                                }

                                @Override
                                public void run(RunEvent event) {
                                    // only spans are wanted
                                }
                            },
                            new Problems(file));
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return TestRun.assemble(events);
    }
}
