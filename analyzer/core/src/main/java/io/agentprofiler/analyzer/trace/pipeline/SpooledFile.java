// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;

/**
 * A file whose parts are written at the same time, each to a hidden file beside it, and put together at the end. Of more spans than
 * it may have it is not written, and one of its name from an earlier run is removed: it would pass for this run's.
 *
 * <p><b>Threading:</b> {@link #open}, {@link #finish} and {@link #close} on one thread; a part on any one thread.
 */
public abstract class SpooledFile implements TraceOutput, AutoCloseable {
    private final Path target;
    private final String head;
    private final String separator;
    private final String tail;
    private final long mostSpans;
    private final AtomicLong spans = new AtomicLong();
    private final SortedMap<Integer, Path> parts = new TreeMap<>();
    private boolean removedEarlier;

    /** Describes a file of any number of spans. */
    public SpooledFile(Path target, String head, String separator, String tail) {
        this(target, head, separator, tail, Long.MAX_VALUE);
    }

    /**
     * Describes a file.
     *
     * @param head what comes before the parts
     * @param separator what comes between two parts that are not empty
     * @param tail what comes after the parts
     * @param mostSpans how many spans it may have, all parts together
     */
    public SpooledFile(Path target, String head, String separator, String tail, long mostSpans) {
        this.target = target;
        this.head = head;
        this.separator = separator;
        this.tail = tail;
        this.mostSpans = mostSpans;
    }

    /** Returns a writer of traces to the stream, which it closes. */
    protected abstract OutputPart part(OutputStream stream, String run) throws IOException;

    /** Returns a part that is JSON, which somebody writes of each trace to the generator. */
    protected static OutputPart jsonPart(JsonGenerator json, Consumer<Trace> writer) {
        return new OutputPart() {
            @Override
            public void write(Trace trace) throws IOException {
                try {
                    writer.accept(trace);
                } catch (JacksonIOException e) {
                    throw e.getCause();
                }
            }

            @Override
            public void close() throws IOException {
                try {
                    json.close();
                } catch (JacksonIOException e) {
                    throw e.getCause();
                }
            }
        };
    }

    /** Writes what comes before the parts. */
    protected void head(OutputStream out) throws IOException {
        out.write(head.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes what comes after the parts. */
    protected void tail(OutputStream out) throws IOException {
        out.write(tail.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public OutputPart open(int number, String run) throws IOException {
        Path path = hidden(Integer.toString(number));
        parts.put(number, path);
        OutputPart part = part(PrivateFiles.create(path), run);
        return new OutputPart() {
            @Override
            public void write(Trace trace) throws IOException {
                if (spans.addAndGet(trace.spans().size()) <= mostSpans) {
                    part.write(trace);
                }
            }

            @Override
            public void close() throws IOException {
                part.close();
            }
        };
    }

    /** Returns where the file is when it is written. */
    public Path target() {
        return target;
    }

    /** Answers whether there were more spans than the file may have. */
    public boolean isTooLarge() {
        return spans.get() > mostSpans;
    }

    /** Answers whether there was a file of the name that was removed, since this one is too large. */
    public boolean removedEarlier() {
        return removedEarlier;
    }

    /** Returns how many spans there were. */
    public long spans() {
        return spans.get();
    }

    @Override
    public void finish() throws IOException {
        if (isTooLarge()) {
            close();
            removedEarlier = Files.isRegularFile(target) && Files.deleteIfExists(target);
            return;
        }
        Path whole = hidden("whole");
        parts.put(Integer.MAX_VALUE, whole);
        try (OutputStream out = PrivateFiles.create(whole)) {
            head(out);
            boolean first = true;
            for (Path part : parts.headMap(Integer.MAX_VALUE).values()) {
                if (Files.size(part) > 0) {
                    out.write((first ? "" : separator).getBytes(StandardCharsets.UTF_8));
                    Files.copy(part, out);
                    first = false;
                }
                Files.delete(part);
            }
            tail(out);
        }
        PrivateFiles.finish(whole, target);
        parts.clear();
    }

    private Path hidden(String suffix) {
        return PrivateFiles.hidden(target, suffix + ".part");
    }

    @Override
    public void close() throws IOException {
        for (Path part : parts.values()) {
            Files.deleteIfExists(part);
        }
        parts.clear();
    }
}
