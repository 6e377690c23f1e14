// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.segment.run.Directories;
import io.agentprofiler.agent.segment.run.DirectoryAccount;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
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
     * @param counters the last counters
     * @param files what became of files
     * @param directory the run's, where it is looked for files
     * @param hung what the writer hung in, {@code null} when it did not
     * @param coverage what was not recognised, as the end of a sentence
     */
    public static String of(
            PipelineCounters.Snapshot counters, DirectoryAccount files, Path directory, String hung, String coverage) {
        return summary(counters, files, hung) + coverage + howToRead(counters, files, directory);
    }

    private static String summary(PipelineCounters.Snapshot counters, DirectoryAccount files, String hung) {
        List<String> parts = new ArrayList<>();
        parts.add(count(counters.started(), "span"));
        parts.add(count(counters.writtenEvents(), "event") + " written");
        if (files.deletedSegments() > 0) {
            parts.add(files.deletedEvents() + " of them deleted with the " + files("oldest ", files.deletedSegments())
                    + " to stay within agentprofiler.dir.maxBytes");
        }
        if (files.removedSegments() > 0) {
            parts.add(files.removedEvents() + " of them in " + files("", files.removedSegments())
                    + " that somebody removed");
        }
        if (counters.droppedEvents() > 0) {
            parts.add(counters.droppedEvents() + " dropped " + counters.dropped());
        }
        if (counters.queuedEvents() > 0) {
            parts.add(counters.queuedEvents() + " lost because the writer "
                    + (hung == null ? "did not get to them in time" : "hung in " + hung));
        }
        if (parts.size() == 2) {
            parts.add("none dropped");
        }
        if (counters.open() != 0) {
            parts.add(count(counters.open(), "span") + " still open");
        }
        if (counters.abandoned() != 0) {
            parts.add(counters.abandoned() + " abandoned");
        }
        if (counters.payloadsDropped() != 0) {
            parts.add(count(counters.payloadsDropped(), "payload") + " given up");
        }
        sampling(counters.sampling(), parts);
        if (counters.lateMillis() != 0) {
            parts.add("the first " + counters.lateMillis() + " ms are missing");
        }
        if (files.deletedRuns() > 0) {
            parts.add(count(files.deletedRuns(), "earlier run") + " (" + files.deletedRunBytes() / MIB
                    + " MB) deleted to stay within agentprofiler.dir.maxRuns and agentprofiler.dir.totalBytes");
        }
        return String.join(", ", parts);
    }

    private static void sampling(PipelineCounters.Sampling sampling, List<String> parts) {
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
                    + " could not be held until it was known whether agentprofiler.sample.keep applies to them"
                    + " (agentprofiler.sample.keep.maxBytes limits the memory for that)");
        }
    }

    private static String howToRead(PipelineCounters.Snapshot counters, DirectoryAccount files, Path directory) {
        if (counters.writtenEvents() == 0) {
            return "";
        }
        boolean left = counters.writtenEvents() > files.deletedEvents() + files.removedEvents();
        return left && hasSegments(directory)
                ? "; explain them with: java -jar analyzer.jar report " + directory
                : "; no trace file is left in " + directory;
    }

    private static boolean hasSegments(Path directory) {
        try {
            for (String name : Directories.names(directory)) {
                if (TraceFormat.segmentNumber(name) >= 0 && Files.size(directory.resolve(name)) > 0) {
                    return true;
                }
            }
        } catch (IOException e) {
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
