// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot.report;

import io.agentprofiler.agent.segment.run.DirectoryAccount;
import io.agentprofiler.agent.stats.Books;
import io.agentprofiler.schema.TraceFormat;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The last line: what was recorded and what was lost. It says that nothing was dropped, and how to read what was written, only
 * if a reader finds it there.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class ExitLine {
    private static final long MIB = 1024 * 1024;

    private ExitLine() {}

    /**
     * Returns the line.
     *
     * @param books the last books
     * @param files what became of files
     * @param directory the run's, where it is looked for files
     * @param hung what the writer hung in, {@code null} when it did not
     * @param coverage what was not recognised, as the end of a sentence
     */
    public static String of(
            Books.Snapshot books, DirectoryAccount files, Path directory, String hung, String coverage) {
        return summary(books, files, hung) + coverage + howToRead(books, files, directory);
    }

    private static String summary(Books.Snapshot books, DirectoryAccount files, String hung) {
        List<String> parts = new ArrayList<>();
        parts.add(count(books.started(), "span"));
        parts.add(count(books.writtenEvents(), "event") + " written");
        if (files.deletedSegments() > 0) {
            parts.add(files.deletedEvents() + " of them deleted with the " + files("oldest ", files.deletedSegments())
                    + " to stay within agentprofiler.dir.maxBytes");
        }
        if (files.removedSegments() > 0) {
            parts.add(files.removedEvents() + " of them in " + files("", files.removedSegments())
                    + " that somebody took away");
        }
        if (books.droppedEvents() > 0) {
            parts.add(books.droppedEvents() + " dropped " + books.dropped());
        }
        if (books.queuedEvents() > 0) {
            parts.add(books.queuedEvents() + " lost because the writer "
                    + (hung == null ? "did not get to them in time" : "hung in " + hung));
        }
        if (parts.size() == 2) {
            parts.add("none dropped");
        }
        if (books.open() != 0) {
            parts.add(count(books.open(), "span") + " still open");
        }
        if (books.abandoned() != 0) {
            parts.add(books.abandoned() + " abandoned");
        }
        if (books.payloadsDropped() != 0) {
            parts.add(count(books.payloadsDropped(), "payload") + " given up");
        }
        sampling(books.sampling(), parts);
        if (books.lateMillis() != 0) {
            parts.add("the first " + books.lateMillis() + " ms are missing");
        }
        if (files.deletedRuns() > 0) {
            parts.add(count(files.deletedRuns(), "earlier run") + " (" + files.deletedRunBytes() / MIB
                    + " MB) deleted to stay within agentprofiler.dir.maxRuns and agentprofiler.dir.totalBytes");
        }
        return String.join(", ", parts);
    }

    private static void sampling(Books.Sampling sampling, List<String> parts) {
        if (sampling.seen() == 0) {
            return;
        }
        long recorded = sampling.kept() + sampling.keptByRule();
        parts.add(recorded + " of " + count(sampling.seen(), "workflow") + " recorded"
                + (sampling.keptByRule() == 0
                        ? ""
                        : ", " + sampling.keptByRule() + " of them for agentprofiler.sample.keep"));
        if (sampling.unheld() != 0) {
            parts.add(count(sampling.unheld(), "workflow")
                    + " could not be held until it was known whether agentprofiler.sample.keep wants them"
                    + " (agentprofiler.sample.keep.maxBytes is the room for that)");
        }
    }

    private static String howToRead(Books.Snapshot books, DirectoryAccount files, Path directory) {
        if (books.writtenEvents() == 0) {
            return "";
        }
        boolean left = books.writtenEvents() > files.deletedEvents() + files.removedEvents();
        return left && hasSegments(directory)
                ? "; explain them with: java -jar analyzer.jar report " + directory
                : "; no trace file is left in " + directory;
    }

    private static boolean hasSegments(Path directory) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "segment-*")) {
            for (Path file : found) {
                boolean segment = file.toString().endsWith(TraceFormat.SEGMENT_SUFFIX)
                        || file.toString().endsWith(TraceFormat.GZIP_SUFFIX)
                        || file.toString().endsWith(TraceFormat.OPEN_SUFFIX);
                if (segment && Files.size(file) > 0) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return false;
        }
        return false;
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String files(String which, long count) {
        return count + " " + which + (count == 1 ? "file" : "files");
    }
}
