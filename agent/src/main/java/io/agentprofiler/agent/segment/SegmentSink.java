// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.ring.BackendSample;
import io.agentprofiler.agent.ring.Books;
import io.agentprofiler.agent.ring.EventType;
import io.agentprofiler.agent.ring.ProcessSample;
import io.agentprofiler.agent.ring.SpanChunk;
import io.agentprofiler.agent.ring.SpanEnd;
import io.agentprofiler.agent.ring.SpanStart;
import io.agentprofiler.agent.ring.TraceSink;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes events as JSON lines into segment files of the run's directory.
 *
 * <p>Lines are collected and handed to the operating system by {@link #flush}, or earlier when there are many; from then on
 * they survive the death of this process. A segment is closed and the next begun by size or age; the oldest closed ones are
 * deleted when the directory grows too large.
 *
 * <p><b>Threading:</b> {@link #directory} is for any thread, {@link #prepare} for the one that makes the ring, the rest for
 * the ring's consumer.
 *
 * <p><b>Errors:</b> when writing fails, one line says so; from then on events are refused, and writing is tried again every
 * half minute in a new segment. A directory that is not safe to write to is never tried again.
 */
public final class SegmentSink implements TraceSink {
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);
    /** Handed over without waiting for a flush. */
    private static final int FULL_BUFFER = 64 * 1024;
    /** What compressing may add to the time a JVM takes to exit. */
    private static final long LAST_COMPRESSION_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Settings settings;
    private final RunInfo run;
    private final Supplier<List<Map<String, Object>>> rules;
    private final SegmentFile.Maker maker;
    private final long retryNanos;
    private final Consumer<String> log;
    private final RunDirectory directory;
    private final LineBuffer buffer = new LineBuffer();
    private final JsonLines lines = new JsonLines(buffer);
    private final EventWriter writer;
    private final ClosedSegments closed;
    private final long[] buffered = new long[EventType.values().length];
    private final long[] lost = new long[EventType.values().length];

    private Supplier<Books.Snapshot> books;
    private boolean directoryMade;
    private boolean refused;
    private OpenSegment segment;
    private int number;
    private boolean failed;
    private long failedAt;
    private boolean failureSaid;
    private boolean recoverySaid;

    /**
     * Creates a sink; nothing is written before {@link #attach}.
     *
     * @param run what headers say
     * @param rules what a footer says of each rule
     */
    public SegmentSink(Settings settings, RunInfo run, Supplier<List<Map<String, Object>>> rules) {
        this(settings, run, rules, SegmentFile.ON_DISK, RETRY_NANOS, AgentLog::info);
    }

    SegmentSink(
            Settings settings,
            RunInfo run,
            Supplier<List<Map<String, Object>>> rules,
            SegmentFile.Maker maker,
            long retryNanos,
            Consumer<String> log) {
        this.settings = settings;
        this.run = run;
        this.rules = rules;
        this.maker = maker;
        this.retryNanos = retryNanos;
        this.log = log;
        this.directory = new RunDirectory(Path.of(settings.dir()), run.run());
        this.writer = new EventWriter(lines, run.clock());
        this.closed = new ClosedSegments(settings.dirMaxBytes(), settings.gzip());
    }

    /** Returns the run's directory, whether or not it could be made yet. */
    public Path directory() {
        return directory.path();
    }

    /**
     * Makes the directory and the first segment; answers whether that was possible. Has said why not. To be called, if at all,
     * before the ring's consumer runs.
     */
    public boolean prepare() {
        return canWrite();
    }

    @Override
    public void attach(Supplier<Books.Snapshot> now) {
        books = now;
        canWrite();
    }

    @Override
    public boolean start(SpanStart start) {
        if (!canWrite()) {
            return false;
        }
        writer.start(start);
        return written(EventType.SPAN_START);
    }

    @Override
    public boolean chunk(SpanChunk chunk) {
        if (!canWrite()) {
            return false;
        }
        writer.chunk(chunk);
        return written(EventType.SPAN_CHUNK);
    }

    @Override
    public boolean end(SpanEnd end) {
        if (!canWrite()) {
            return false;
        }
        writer.end(end);
        return written(EventType.SPAN_END);
    }

    @Override
    public boolean backend(BackendSample sample) {
        if (!canWrite()) {
            return false;
        }
        writer.backend(sample);
        return written(EventType.BACKEND);
    }

    @Override
    public void books(Books.Snapshot snapshot) {
        if (canWrite()) {
            writer.books(snapshot, closed.deleted());
        }
    }

    @Override
    public void process(ProcessSample sample) {
        if (canWrite()) {
            writer.process(sample);
        }
    }

    @Override
    public void flush() {
        if (segment != null) {
            handOver();
        }
        if (segment != null && isOld()) {
            closeSegment(books.get());
        }
        closed.compressSome();
    }

    @Override
    public long lostAfterwards(EventType type) {
        long count = lost[type.ordinal()];
        lost[type.ordinal()] = 0;
        return count;
    }

    @Override
    public void close(Books.Snapshot snapshot) {
        // The last chance, so that the final books are not left out because of an old failure.
        failed = false;
        if (canWrite()) {
            closeSegment(snapshot);
        }
        long giveUp = System.nanoTime() + LAST_COMPRESSION_NANOS;
        while (System.nanoTime() - giveUp < 0 && closed.compressSome()) {
            // Each step is short.
        }
        closed.close();
    }

    /** Makes sure that there is a segment with room; {@code false} when nothing can be written now. */
    private boolean canWrite() {
        if (segment != null) {
            if (segment.size() + buffer.size() < settings.segmentMaxBytes()) {
                return true;
            }
            closeSegment(books.get());
        }
        if (refused || (failed && System.nanoTime() - failedAt < retryNanos)) {
            return false;
        }
        return openSegment();
    }

    private boolean isOld() {
        return segment.ageNanos(System.nanoTime()) >= TimeUnit.MILLISECONDS.toNanos(settings.segmentMaxAgeMillis());
    }

    private boolean openSegment() {
        try {
            if (!directoryMade) {
                directory.create();
                directoryMade = true;
            }
            segment = OpenSegment.create(maker, directory.path(), ++number, System.nanoTime());
            writer.header(run);
            segment.write(buffer);
            buffer.clear();
        } catch (RunDirectory.RefusedException e) {
            refused = true;
            log.accept(
                    "no traces are written: " + e.getMessage() + "; point -Dagentprofiler.dir at a directory of yours");
            return false;
        } catch (IOException e) {
            failed(e);
            return false;
        }
        if (failed) {
            failed = false;
            if (!recoverySaid) {
                recoverySaid = true;
                log.accept("traces are written again to " + directory.path());
            }
        }
        return true;
    }

    private boolean written(EventType type) {
        buffered[type.ordinal()]++;
        if (buffer.size() >= FULL_BUFFER) {
            handOver();
        }
        return true;
    }

    private void handOver() {
        lines.dropUnfinished();
        if (buffer.size() == 0) {
            return;
        }
        try {
            segment.write(buffer);
        } catch (IOException e) {
            failed(e);
            return;
        }
        forgetBuffer();
        closed.trim(segment.size());
    }

    private void closeSegment(Books.Snapshot snapshot) {
        writer.footer(snapshot, closed.deleted(), rules.get());
        handOver();
        if (segment == null) {
            return;
        }
        OpenSegment closing = segment;
        segment = null;
        try {
            closed.add(closing.close(), closing.size());
            closed.trim(0);
        } catch (IOException e) {
            failed(e);
        }
    }

    private void failed(IOException why) {
        for (int type = 0; type < buffered.length; type++) {
            lost[type] += buffered[type];
        }
        forgetBuffer();
        failed = true;
        failedAt = System.nanoTime();
        String line = "traces cannot be written to " + directory.path() + ": " + reason(why)
                + "; events are dropped and counted, and it is tried again every "
                + TimeUnit.NANOSECONDS.toSeconds(RETRY_NANOS) + " s";
        if (failureSaid) {
            AgentLog.debug(line);
        } else {
            failureSaid = true;
            log.accept(line);
        }
        if (segment != null) {
            giveUpSegment();
        }
        // Somebody may have removed it.
        directoryMade = Files.isDirectory(directory.path(), LinkOption.NOFOLLOW_LINKS);
    }

    private void giveUpSegment() {
        OpenSegment broken = segment;
        segment = null;
        try {
            Path left = broken.abandon();
            if (left != null) {
                closed.add(left, broken.size());
            }
        } catch (IOException e) {
            AgentLog.debug("the broken segment is left as it is: " + e);
        }
    }

    private void forgetBuffer() {
        buffer.clear();
        Arrays.fill(buffered, 0);
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        String message = e instanceof FileSystemException files ? files.getReason() : e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
