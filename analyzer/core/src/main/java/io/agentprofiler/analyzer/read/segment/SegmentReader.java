// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads our own segments: one JSON record a line.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class SegmentReader implements TraceReader {
    private static final Pattern EVENT_LINE =
            Pattern.compile("(?m)^[ \\t\\uFEFF]*+\\{[^\\n]*?\"event\"\\s*+:\\s*+\"([A-Z_]++)\"[^\\n]*+");
    private static final Pattern RUN = Pattern.compile("\"run\"\\s*+:\\s*+\"([^\"\\\\\\n]++)\"");
    private static final Pattern SERVICE = Pattern.compile("\"service\"\\s*+:\\s*+\"([^\"\\\\\\n]++)\"");
    private static final Pattern START = Pattern.compile("\"epoch_ns\"\\s*+:\\s*+(\\d{1,18}|[1-8]\\d{18})\\b");

    @Override
    public String format() {
        return "agent-profiler segment";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        return EVENT_LINE.matcher(file.headText()).find();
    }

    @Override
    public Head head(TraceFile file) {
        Matcher line = EVENT_LINE.matcher(file.headText());
        while (line.find()) {
            if (line.group(1).equals(TraceFormat.HEADER)) {
                String header = line.group();
                String start = first(START, header);
                return new Head(
                        first(RUN, header),
                        first(SERVICE, header),
                        start == null ? Unknown.LONG : Long.parseLong(start));
            }
        }
        return Head.NONE;
    }

    private static String first(Pattern field, String header) {
        Matcher found = field.matcher(header);
        return found.find() ? found.group(1) : null;
    }

    @Override
    public boolean hasHeader() {
        return true;
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        SegmentLines lines = new SegmentLines(options.content(), sink, problems);
        try (InputStream stream = file.open(options.progress())) {
            int read;
            do {
                read = lines.take(stream);
            } while (read >= 0);
        }
        lines.end();
    }
}
