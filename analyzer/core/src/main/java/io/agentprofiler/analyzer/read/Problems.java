// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What could not be read of one file: the first few places in full, the rest as a number.
 *
 * <p><b>Threading:</b> one thread a file.
 */
public final class Problems {
    /** How many problems of a file are kept with their place and reason. */
    static final int KEPT = 5;

    private static final int MAX_REASON = 160;

    private final Path file;
    private final List<Problem> first = new ArrayList<>();
    private final List<Problems> others = new ArrayList<>();
    private long skipped;
    private long torn;

    public Problems(Path file) {
        this.file = file;
    }

    /**
     * A place that could not be understood.
     *
     * @param file the file
     * @param line its line from 1, or 0 when the format has no lines
     * @param reason what is wrong there, in one line
     */
    public record Problem(Path file, long line, String reason) {
        @Override
        public String toString() {
            return line > 0 ? file + ":" + line + ": " + reason : file + ": " + reason;
        }
    }

    /** Counts a record that was skipped. */
    public void skipped(long line, String reason) {
        skipped++;
        if (first.size() < KEPT) {
            first.add(new Problem(file, line, oneLine(reason)));
        }
    }

    /** Notes that compressed data end early. */
    public void damaged(IOException failure) {
        skipped(
                0,
                "the compressed data ends early or is damaged (" + failure.getMessage()
                        + "); what comes before is read");
    }

    /**
     * Refuses a file in which nothing was found, right or wrong.
     *
     * @param otherwise what it lacks, for example {@code holds no span}
     */
    public void requireAny(boolean found, String otherwise) throws UnreadableFileException {
        if (!found && skipped == 0) {
            throw new UnreadableFileException(otherwise);
        }
    }

    /** Counts a last line that is cut off: what a killed writer leaves, and no fault of the file. */
    public void torn() {
        torn++;
    }

    /** Returns a place for the problems of another file that is read with this one. */
    public Problems ofOther(Path other) {
        Problems problems = new Problems(other);
        others.add(problems);
        return problems;
    }

    /** Returns these and those of the files read with this one, only such as hold any. */
    public List<Problems> all() {
        List<Problems> all = new ArrayList<>(List.of(this));
        all.addAll(others);
        all.removeIf(one -> one.skipped == 0 && one.torn == 0);
        return all;
    }

    /** Returns the file. */
    public Path file() {
        return file;
    }

    /** Returns the first problems, in file order. */
    public List<Problem> first() {
        return List.copyOf(first);
    }

    /** Returns how many records were skipped, torn last lines aside. */
    public long skipped() {
        return skipped;
    }

    /** Returns how many torn last lines there were. */
    public long tornLines() {
        return torn;
    }

    private static String oneLine(String reason) {
        String line = reason.replaceAll("\\s+", " ").strip();
        return line.length() <= MAX_REASON ? line : line.substring(0, MAX_REASON - 1) + "…";
    }
}
