// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A segment of our own that is read, and what was in it. */
abstract class ReadSegment {
    static final String START = "{\"event\":\"SPAN_START\",\"trace\":\"00000000000000000000000000000001\","
            + "\"span\":\"0000000000000002\",\"t\":5}";

    @TempDir
    Path directory;

    final List<SpanEvent> spans = new ArrayList<>();
    final List<RunEvent> runs = new ArrayList<>();

    Problems read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8), ReadOptions.WITHOUT_CONTENT);
    }

    Problems read(byte[] bytes, ReadOptions options) throws IOException {
        Path path = Files.write(directory.resolve("segment-000001.jsonl"), bytes);
        TraceFile file = TraceFile.of(path);
        Problems problems = new Problems(path);
        EventSink sink = new EventSink() {
            @Override
            public void span(SpanEvent event) {
                spans.add(event);
            }

            @Override
            public void run(RunEvent event) {
                runs.add(event);
            }
        };
        new SegmentReader().read(file, options, sink, problems);
        return problems;
    }
}
