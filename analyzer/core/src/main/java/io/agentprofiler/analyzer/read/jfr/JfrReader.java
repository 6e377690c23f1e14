// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.jfr;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.segment.BadRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads the spans of a JDK flight recording.
 *
 * <p>A recording holds a span when the span has ended; of one that was still running it knows nothing but the number in the
 * counters. Events come in no order. Content is never in a recording.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class JfrReader implements TraceReader {
    /** Where in a chunk's header its start is. */
    private static final int START_AT = 32;

    private static final byte[] MAGIC = "FLR\0".getBytes(StandardCharsets.US_ASCII);

    @Override
    public String format() {
        return "JDK flight recording";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        byte[] head = file.head();
        return head.length >= MAGIC.length && Arrays.equals(MAGIC, 0, MAGIC.length, head, 0, MAGIC.length);
    }

    @Override
    public Head head(TraceFile file) {
        // the counters name the process, but they are anywhere in the file
        byte[] head = file.head();
        return head.length < START_AT + Long.BYTES
                ? Head.NONE
                : new Head(null, null, ByteBuffer.wrap(head).getLong(START_AT));
    }

    @Override
    public boolean hasHeader() {
        return true;
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        if (file.gzip()) {
            throw new UnreadableFileException("a compressed flight recording; unpack it first, with gunzip");
        }
        JfrDecoder decoder = new JfrDecoder(sink);
        try (RecordingFile recording = open(file)) {
            events(recording, decoder, problems);
        }
        problems.requireAny(
                decoder.isUseful(),
                "a flight recording without events of agent-profiler: was the recorded JVM"
                        + " started with -javaagent:agent-profiler.jar, and did it call a model or a tool?");
        options.progress().accept(file.size());
    }

    /** The JDK's reader meets damaged data with exceptions of every kind. */
    private static RecordingFile open(TraceFile file) throws IOException {
        try {
            return new RecordingFile(file.path());
        } catch (RuntimeException e) {
            throw new UnreadableFileException("a damaged flight recording (" + Reasons.of(e) + ")");
        }
    }

    private static void events(RecordingFile recording, JfrDecoder decoder, Problems problems) {
        for (RecordedEvent event = next(recording, problems); event != null; event = next(recording, problems)) {
            try {
                decoder.event(event);
            } catch (BadRecordException e) {
                problems.skipped(0, e.getMessage());
            }
        }
        decoder.finish();
    }

    /** Returns the next event, {@code null} at the end and at a damaged place. */
    private static RecordedEvent next(RecordingFile recording, Problems problems) {
        try {
            return recording.hasMoreEvents() ? recording.readEvent() : null;
        } catch (IOException | RuntimeException e) {
            problems.skipped(0, "the recording is damaged (" + Reasons.of(e) + "); what comes before is read");
            return null;
        }
    }
}
