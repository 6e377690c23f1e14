// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.follow;

import io.agentprofiler.analyzer.answer.runs.RunState;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.segment.SegmentLines;
import io.agentprofiler.analyzer.read.segment.SegmentReader;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.pipeline.RunFeed;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A run's segments, read one after the other. A segment is over when a later one is there: the agent starts the next only when it has
 * written everything to the one before.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class FollowedRun implements AutoCloseable {
    /** A file of which nothing came for so long is closed; it is opened again when it has grown. */
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(30);
    /** A run that has no final counts and no lock to ask is taken to be over when nothing came for so long. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long STATE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_PROBLEMS = 20;

    private final Path directory;
    private final String id;
    private final RunFeed feed;
    private final SortedSet<Integer> seen = new TreeSet<>();
    private final List<Problems> problems = new ArrayList<>();
    private NavigableMap<Integer, Path> segments = new TreeMap<>();
    private FollowedSegment segment;
    private int number;
    private String failure;
    private RunState state;
    private long lastData;
    private long stateAsked;
    /** When the process was not known to be dead last. */
    private long killed;

    private boolean over;

    private FollowedRun(Path directory, String id, RunFeed.Taker taker, SpanBudget budget, long now) {
        this.directory = directory;
        this.id = id;
        this.feed = new RunFeed(id, taker, budget);
        this.lastData = now;
        this.killed = now;
        this.stateAsked = now - STATE_NANOS;
    }

    /**
     * Starts with a run, {@code null} while none of its segments can be opened or holds anything.
     *
     * @param now a time of {@link System#nanoTime}, here and below
     */
    static FollowedRun of(
            Path directory, NavigableMap<Integer, Path> segments, RunFeed.Taker taker, SpanBudget budget, long now) {
        for (Path path : segments.values()) {
            try {
                TraceFile file = TraceFile.of(path);
                if (file.head().length > 0) {
                    TraceReader.Head head = new SegmentReader().head(file);
                    String id = head.run() == null ? directory.getFileName().toString() : head.run();
                    return new FollowedRun(directory, id, taker, budget, now);
                }
            } catch (IOException e) {
                // renamed or removed a moment ago: another one may tell
                continue;
            }
        }
        return null;
    }

    /** Takes note of the segments that there are now. */
    void found(NavigableMap<Integer, Path> now) {
        segments = now;
    }

    /**
     * Reads what is there, at most about so many bytes.
     *
     * @return how many bytes were read
     */
    long read(long most, long now) {
        long taken = 0;
        boolean goesOn = true;
        while (goesOn && taken < most) {
            Integer next = segments.higherKey(number);
            // asked before the file is read to its end: whatever is written later goes to a later one
            boolean isOver = next != null;
            if (segment == null) {
                if (next == null) {
                    break;
                }
                number = next;
                segment = new FollowedSegment(segments.get(number), feed);
                continue;
            }
            Path path = segments.get(number);
            try {
                if (segment.isOpen() || path != null) {
                    taken += segment.mayHaveMore(path) ? segment.read(path, most - taken) : 0;
                    seen.add(number);
                }
                failure = null;
                goesOn = taken < most && isOver && leave(now);
            } catch (NoSuchFileException e) {
                // renamed, which the next look will tell; or removed before it was opened
                goesOn = isOver && leave(now);
            } catch (IOException e) {
                goesOn = false;
                failure = path + ": " + Reasons.of(e);
            }
        }
        if (taken > 0) {
            lastData = now;
            over = false;
        } else if (segment != null && segment.isOpen() && now - lastData > REST_NANOS) {
            rest();
        }
        return taken;
    }

    private boolean leave(long now) {
        try {
            segment.end();
        } catch (IOException e) {
            failure = segment.problems().file() + ": " + Reasons.of(e);
        }
        Problems own = segment.problems();
        if ((own.skipped() > 0 || own.tornLines() > 0) && problems.size() < MOST_PROBLEMS) {
            problems.add(own);
        }
        segment = null;
        lastData = now;
        return true;
    }

    private void rest() {
        try {
            segment.rest();
        } catch (IOException e) {
            failure = segment.problems().file() + ": " + Reasons.of(e);
        }
    }

    /** Hands over what is complete, and everything once the process is gone. To be called when there is no more to read for now. */
    void settle(long now, long epochNanos, long graceNanos) {
        if (over) {
            return;
        }
        if (now - stateAsked >= STATE_NANOS || state == null) {
            stateAsked = now;
            state = RunState.of(facts(), directory);
        }
        if (state != RunState.KILLED) {
            killed = now;
        }
        // what a process wrote last may be seen a moment after it is known to be dead
        boolean isEnded = feed.isClosed() || now - killed >= STATE_NANOS;
        if (isEnded || state == RunState.NO_END && now - lastData > SILENCE_NANOS) {
            over = true;
            if (isEnded && segment != null) {
                leave(now);
            } else if (segment != null) {
                rest();
            }
            feed.finish();
            state = RunState.of(facts(), directory);
        } else {
            feed.finishComplete(epochNanos, graceNanos);
        }
    }

    public String id() {
        return id;
    }

    public Path directory() {
        return directory;
    }

    /** Answers whether its process is gone and everything of it has been handed over. */
    public boolean isOver() {
        return over;
    }

    /** Returns whether the process goes on, as far as the files tell. */
    public RunState state() {
        return state == null ? RunState.RUNNING : state;
    }

    public RunFacts facts() {
        return feed.facts(seen.size(), seen);
    }

    public RunFeed feed() {
        return feed;
    }

    /** Returns what could not be understood, of files that have any such place. */
    public List<Problems> problems() {
        List<Problems> all = new ArrayList<>(problems);
        if (segment != null && segment.problems().skipped() > 0) {
            all.add(segment.problems());
        }
        return all;
    }

    /** Returns why a segment cannot be read at the moment, {@code null} if it can. */
    public String failure() {
        return failure;
    }

    @Override
    public void close() throws IOException {
        if (segment != null) {
            segment.close();
        }
    }

    /**
     * One segment and how far it was read. Its lines are decoded as those of whole files are, by {@link SegmentLines}; only here is a
     * file read on that grows. The open file is kept, so a segment that is renamed, compressed or removed meanwhile is read to
     * its end all the same; a file that was closed because nothing came is found again by its number, whatever its name is then.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class FollowedSegment implements AutoCloseable {
        private final Problems problems;
        private final SegmentLines lines;
        private InputStream stream;
        /** Bytes of the content that were read. */
        private long position;
        /** Whether the open file is the compressed one, which nobody writes to any more. */
        private boolean compressed;

        private boolean whole;

        FollowedSegment(Path path, EventSink sink) {
            this.problems = new Problems(path);
            this.lines = new SegmentLines(true, sink, problems);
        }

        /**
         * Reads what is there, at most about so many bytes.
         *
         * @param path where the segment is now
         * @return how many bytes were read; fewer than asked for when there is no more for now
         * @throws IOException when it cannot be opened or read
         */
        long read(Path path, long most) throws IOException {
            if (stream == null) {
                stream = open(path);
            }
            long taken = 0;
            int read = 0;
            while (taken < most && read >= 0) {
                read = lines.take(stream);
                taken += Math.max(0, read);
            }
            position += taken;
            whole |= compressed && read < 0;
            return taken;
        }

        private InputStream open(Path path) throws IOException {
            TraceFile file = TraceFile.of(path);
            compressed = file.gzip();
            InputStream opened = file.open(bytes -> {});
            try {
                opened.skipNBytes(position);
            } catch (EOFException e) {
                // somebody cut the file: what follows, if anything, cannot be told from what was read
                opened.close();
                throw new IOException("is shorter than what was read of it", e);
            }
            return opened;
        }

        /** Lets go of the file and of memory; {@link #read} goes on where it was. */
        void rest() throws IOException {
            lines.rest();
            close();
        }

        /** Reads what may follow the last line end: nothing more will come. */
        void end() throws IOException {
            lines.end();
            close();
        }

        Problems problems() {
            return problems;
        }

        boolean isOpen() {
            return stream != null;
        }

        /** Answers whether there may be more in its file than was read. */
        boolean mayHaveMore(Path path) throws IOException {
            // the size of a compressed file tells nothing
            return !whole
                    && (stream != null
                            || path.toString().endsWith(TraceFormat.GZIP_SUFFIX)
                            || Files.size(path) > position);
        }

        @Override
        public void close() throws IOException {
            if (stream != null) {
                stream.close();
                stream = null;
            }
        }
    }
}
