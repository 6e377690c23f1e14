// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.input.EventSink;
import io.agentprofiler.analyzer.input.Problems;
import io.agentprofiler.analyzer.input.ReadOptions;
import io.agentprofiler.analyzer.input.TraceFile;
import io.agentprofiler.analyzer.input.event.RunEvent;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.segment.SegmentReader;
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
