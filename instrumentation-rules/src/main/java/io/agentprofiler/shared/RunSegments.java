// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared;

import io.agentprofiler.shared.schema.RunName;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/**
 * Runs on disk: their directories, their segments and the order of these, and the lines of a segment.
 *
 * <p>What a line says is for its reader to decode. The analyzer decodes all of them, with a parser and a cache that the agent has no
 * room for; the agent's tools look for a few fields of a few kinds of lines.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class RunSegments {
    private static final int BUFFER_CHARS = 1 << 16;

    private RunSegments() {}

    /**
     * Returns the directories in a directory that are named like runs, the newest first.
     *
     * @throws IOException when it is none, or cannot be read
     */
    public static List<Path> runs(Path base) throws IOException {
        List<Path> runs = list(base);
        runs.removeIf(path -> name(path) == null || !Files.isDirectory(path));
        runs.sort(Comparator.comparing((Path path) -> name(path).start()).reversed());
        return runs;
    }

    private static RunName name(Path directory) {
        return RunName.of(directory.getFileName().toString());
    }

    /**
     * Returns a run's segments by number, each once.
     *
     * @throws IOException when it is no directory, or cannot be read
     */
    public static NavigableMap<Integer, Path> in(Path run) throws IOException {
        NavigableMap<Integer, Path> segments = new TreeMap<>();
        for (Path file : list(run)) {
            int number = TraceFormat.segmentNumber(file.getFileName().toString());
            if (number >= 0) {
                segments.merge(number, file, RunSegments::plainer);
            }
        }
        return segments;
    }

    private static List<Path> list(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
            found.forEach(files::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return files;
    }

    /** Of a segment and its compressed copy, which a moment later is alone, returns the segment: it may be open already. */
    public static Path plainer(Path one, Path other) {
        return one.toString().endsWith(TraceFormat.GZIP_SUFFIX) ? other : one;
    }

    /**
     * Reads a segment's lines, the torn last one of a killed process included. A compressed segment that is cut off just ends.
     *
     * @param taker takes a line, and answers whether it wants more
     */
    public static void read(Path segment, Predicate<String> taker) throws IOException {
        try (InputStream file = Files.newInputStream(segment);
                InputStream plain =
                        segment.toString().endsWith(TraceFormat.GZIP_SUFFIX) ? new GZIPInputStream(file) : file;
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), BUFFER_CHARS)) {
            String line = lines.readLine();
            while (line != null && taker.test(line)) {
                line = lines.readLine();
            }
        } catch (EOFException e) {
            // it was being compressed when its process was killed
            return;
        }
    }
}
