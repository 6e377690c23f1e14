// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the files of a recording. */
final class RunFinder {
    private static final Pattern RUN = Pattern.compile(".+-\\d{1,10}-(?<start>\\d{8}T\\d{6}\\.\\d{3}Z)");
    private static final Pattern SEGMENT = Pattern.compile("segment-(?<number>\\d{6,})("
            + Pattern.quote(TraceFormat.SEGMENT_SUFFIX) + "|" + Pattern.quote(TraceFormat.OPEN_SUFFIX) + "|"
            + Pattern.quote(TraceFormat.GZIP_SUFFIX) + ")");

    private RunFinder() {}

    /**
     * Returns the run that a directory is, or the newest in it.
     *
     * @throws IOException with a message that says what is wrong with it
     */
    static Path run(String directory) throws IOException {
        Path path;
        try {
            path = Path.of(directory);
        } catch (InvalidPathException e) {
            throw new IOException("is no path of this system", e);
        }
        if (!Files.isDirectory(path)) {
            throw new IOException("there is no such directory");
        }
        if (!segments(path).isEmpty()) {
            return path;
        }
        Path newest = null;
        String start = "";
        try (DirectoryStream<Path> found = Files.newDirectoryStream(path)) {
            for (Path each : found) {
                Matcher name = RUN.matcher(each.getFileName().toString());
                if (name.matches()
                        && name.group("start").compareTo(start) > 0
                        && !segments(each).isEmpty()) {
                    newest = each;
                    start = name.group("start");
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        if (newest == null) {
            throw new IOException("there is no run in it, that is, no segment-*.jsonl");
        }
        return newest;
    }

    /** Returns a run's files in the order they were written, each once. */
    static List<Path> segments(Path run) throws IOException {
        TreeMap<Long, Path> files = new TreeMap<>();
        if (Files.isDirectory(run)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(run)) {
                for (Path file : found) {
                    Matcher name = SEGMENT.matcher(file.getFileName().toString());
                    if (name.matches()) {
                        files.put(Long.parseLong(name.group("number")), file);
                    }
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        return new ArrayList<>(files.values());
    }
}
