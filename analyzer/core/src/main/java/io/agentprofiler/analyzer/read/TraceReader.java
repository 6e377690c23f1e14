// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * One input format. To add a format, implement this and name the class in {@code META-INF/services}.
 *
 * <p><b>Threading:</b> stateless; {@link #read} runs on several threads at once, for different files.
 */
public interface TraceReader {
    /** Returns the format's name for messages, for example {@code "agent-profiler segment"}. */
    String format();

    /** Answers, by content alone, whether the file is of this format. Must not throw on any content. */
    boolean recognizes(TraceFile file);

    /** Returns what the file's beginning says of the run the file belongs to. */
    default Head head(TraceFile file) {
        return Head.NONE;
    }

    /**
     * What the beginning of a file says of the run it belongs to.
     *
     * @param run the run's id, {@code null} when the file does not say. Files of one run are joined in the order of their
     *     names; a file that does not say is a run of its own
     * @param service the traced program's name, or {@code null}
     * @param startNanos when the run began, in nanoseconds since 1970, or {@link Unknown#LONG}
     */
    record Head(String run, String service, long startNanos) {
        /** Says nothing. */
        public static final Head NONE = new Head(null, null, Unknown.LONG);
    }

    /** Answers whether files of the format say who wrote them, so that one that does not has lost something. */
    default boolean hasHeader() {
        return false;
    }

    /** Answers whether the spans of a trace may be in several files, so that files that do not say their run are one run together. */
    default boolean isSpread() {
        return false;
    }

    /** Answers whether the spans of a trace may be far apart in a file, so that one that seems complete may not be. */
    default boolean isScattered() {
        return false;
    }

    /**
     * Returns the other files that reading this one takes in: they are no inputs of their own beside it.
     *
     * @throws IOException when the file cannot be read
     */
    default Set<Path> takesIn(TraceFile file) throws IOException {
        return Set.of();
    }

    /**
     * Returns which files repeat or continue each other, so that only reading them together counts each call once. Each group is a
     * run of its own and is read by one call of {@link #read(TraceFile, List, ReadOptions, EventSink, Problems)}.
     *
     * @param files files of this format, at least two
     * @return every file once, in groups
     * @throws IOException when a file cannot be read
     */
    default List<List<TraceFile>> together(List<TraceFile> files) throws IOException {
        return files.stream().map(List::of).toList();
    }

    /**
     * Reads the files of a group. What is wrong in another file than the first is told to its {@link Problems#ofOther}.
     *
     * @throws UnreadableFileException when nothing of the files can be used
     * @throws IOException when a file cannot be read
     */
    default void read(TraceFile file, List<TraceFile> others, ReadOptions options, EventSink sink, Problems problems)
            throws IOException {
        read(file, options, sink, problems);
    }

    /**
     * Reads the whole file. What cannot be understood is reported to {@code problems} and skipped.
     *
     * @throws UnreadableFileException when nothing of the file can be used, with a message for the user
     * @throws IOException when the file cannot be read
     */
    void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException;
}
