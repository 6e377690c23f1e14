// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.HeapLimit;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.tree.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads trajectories: one, a list of them, one a line, or an object that holds some. What a file names beside it, parts that continue
 * it and sub-agents, is read with it.
 *
 * <p>A trajectory is in memory as a whole, and so are small ones of one file together: they may name each other.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class AtifReader implements TraceReader {
    private static final Pattern HEAD = Pattern.compile("\\A[\\s\\uFEFF]*+[\\[{]");
    private static final Pattern VERSION = Pattern.compile("(?i)\"schema_version\"\\s*+:\\s*+\"ATIF-v");
    private static final Pattern STEP = Pattern.compile("\"step_id\"\\s*+:\\s*+\\d");
    private static final Pattern SOURCE = Pattern.compile("\"source\"\\s*+:\\s*+\"(system|user|agent)\"");
    private static final Pattern TIMESTAMP = Pattern.compile("\"timestamp\"\\s*+:\\s*+\"([^\"]{8,40})\"");
    private static final int MAX_NESTING = 400;

    /** A trajectory takes about ten times the memory of its text while it is read and looked at. */
    static final long MOST_BYTES = HeapLimit.part(12);

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxStringLength((int) Math.min(MOST_BYTES, Integer.MAX_VALUE - 8))
                    .build())
            .build();

    @Override
    public String format() {
        return "ATIF trajectory";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        String head = file.headText();
        return HEAD.matcher(head).find()
                && (VERSION.matcher(head).find()
                        || STEP.matcher(head).find() && SOURCE.matcher(head).find());
    }

    @Override
    public Head head(TraceFile file) {
        Matcher times = TIMESTAMP.matcher(file.headText());
        long first = Long.MAX_VALUE;
        while (times.find()) {
            long nanos = TrajectoryParser.moment(times.group(1));
            first = nanos == Unknown.LONG ? first : Math.min(first, nanos);
        }
        return first == Long.MAX_VALUE ? Head.NONE : new Head(null, null, first);
    }

    @Override
    public Set<Path> takesIn(TraceFile file) throws IOException {
        return NamedFiles.of(file);
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        TrajectoryFile trajectories = new TrajectoryFile(file, options.content(), sink, problems);
        JacksonException failure;
        try (InputStream stream = file.open(options.progress())) {
            failure = values(stream, trajectories::value);
        } catch (TooLargeTrajectoryException e) {
            trajectories.end();
            throw new UnreadableFileException(e.getMessage() + "; what stands before it was read");
        }
        trajectories.end();
        if (failure != null) {
            throw new UnreadableFileException("line " + failure.getLocation().getLineNr() + ", column "
                    + failure.getLocation().getColumnNr() + ": "
                    + failure.getOriginalMessage().lines().findFirst().orElse("not JSON")
                    + "; what stands before it was read");
        }
        problems.requireAny(trajectories.sent() > 0, "holds no trajectory");
    }

    /** A trajectory is larger than the heap allows; the message says which, and what to do. */
    static final class TooLargeTrajectoryException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooLargeTrajectoryException(String pointer, long line) {
            super("line " + line + ", " + (pointer.isEmpty() ? "/" : pointer) + ": a trajectory of "
                    + HeapLimit.exceeded(MOST_BYTES));
        }
    }

    /** Takes the values of a file, with their JSON pointers. */
    interface ValueTaker {
        /** Takes one; a list's elements come one by one. */
        void take(Object value, String pointer, long endOffset);
    }

    /**
     * Reads the values of a file.
     *
     * @return what ended the reading before the file's end, or {@code null}
     * @throws TooLargeTrajectoryException at a value that is too large
     */
    static JacksonException values(InputStream stream, ValueTaker values) throws IOException {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), stream)) {
            JsonTree tree = new JsonTree(parser, MOST_BYTES);
            tree.each(place -> value(tree, place, values));
            return tree.failure();
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    private static void value(JsonTree tree, String pointer, ValueTaker values) {
        long line = tree.line();
        Object value;
        try {
            value = tree.value();
        } catch (JsonTree.TooLargeException e) {
            throw new TooLargeTrajectoryException(pointer, line);
        }
        values.take(value, pointer, tree.offset());
    }
}
