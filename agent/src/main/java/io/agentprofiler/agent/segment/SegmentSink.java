// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.StageForecast;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.segment.json.EventWriter;
import io.agentprofiler.agent.segment.json.JsonLines;
import io.agentprofiler.agent.segment.json.LineBuffer;
import io.agentprofiler.agent.segment.run.DirectoryAccount;
import io.agentprofiler.agent.segment.run.OldRuns;
import io.agentprofiler.agent.segment.run.RunDirectory;
import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.agent.stats.DropReason;
import io.agentprofiler.agent.stats.EventType;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.ProcessSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes events as JSON lines into segment files of the run's directory.
 *
 * <p>Lines are collected and handed to the operating system by {@link #flush}, or earlier when there are many; from then on
 * they survive the death of this process. A segment is closed and the next begun by size or age; the oldest closed ones are
 * deleted when the directory grows too large, and so are earlier runs. About once a second it is looked whether the open
 * file is still there; what was written to one that is not counts as lost.
 *
 * <p><b>Threading:</b> {@link #directory} and {@link #account} are for any thread, {@link #prepare} for the one that makes the
 * ring, the rest for the ring's consumer. What waits for the disk is done by a thread of its own.
 *
 * <p><b>Errors:</b> when writing fails, one line says so; from then on events are refused, and writing is tried again every
 * half minute in a new segment. A directory that is not safe to write to is never tried again.
 */
public final class SegmentSink implements TraceSink {
    /** Handed over without waiting for a flush. */
    private static final int FULL_BUFFER = 64 * 1024;
    /** What compressing may add to the time a JVM takes to exit. */
    private static final long LAST_COMPRESSION_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    /** How long the end waits for the disk. What was handed over survives the process in any case. */
    private static final long LAST_SYNC_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** How often it is looked whether the open file is still there. */
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How often, at the most, earlier runs are looked through after the start. */
    private static final long OLD_RUNS_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Settings settings;
    private final RunInfo run;
    private final Supplier<Map<String, Object>> rules;
    private final SegmentFile.Maker maker;
    private final WriteFailures failures;
    private final Consumer<String> log;
    private final RunDirectory directory;
    private final LineBuffer buffer = new LineBuffer();
    private final JsonLines lines = new JsonLines(buffer);
    private final EventWriter writer;
    private final DiskThread disk = new DiskThread();
    private final SegmentCloser closer;
    private final ClosedSegments closed;
    private final OldRuns oldRuns;
    private final EventCounts buffered = new EventCounts();
    private final EventCounts lost = new EventCounts();
    private final EventCounts removed = new EventCounts();

    private Supplier<PipelineCounters.Snapshot> counters;
    private boolean directoryMade;
    private boolean refused;
    private OpenSegment segment;
    private int number;
    private boolean removalSaid;
    private long checkedAt;
    private long oldRunsAt;
    private volatile DirectoryAccount account = DirectoryAccount.NONE;

    /**
     * Creates a sink; nothing is written before {@link #attach}.
     *
     * @param run what headers say
     * @param rules what a footer says of the rules, by field
     */
    public SegmentSink(Settings settings, RunInfo run, Supplier<Map<String, Object>> rules) {
        this(
                Path.of(settings.get(Setting.DIR)),
                settings,
                run,
                rules,
                SegmentFile.ON_DISK,
                WriteFailures.RETRY_NANOS,
                AgentLog::info);
    }

    /** The same in any directory, whatever the settings say. */
    SegmentSink(
            Path base,
            Settings settings,
            RunInfo run,
            Supplier<Map<String, Object>> rules,
            SegmentFile.Maker maker,
            long retryNanos,
            Consumer<String> log) {
        this.settings = settings;
        this.run = run;
        this.rules = rules;
        this.maker = maker;
        this.log = log;
        this.directory = new RunDirectory(base, run.run());
        this.failures = new WriteFailures(directory.path(), retryNanos, log);
        this.writer = new EventWriter(lines, run.clock());
        this.closer = new SegmentCloser(disk, log);
        this.closed = new ClosedSegments(settings.get(Setting.DIR_MAX_BYTES), settings.get(Setting.GZIP));
        this.oldRuns = new OldRuns(
                directory.base(),
                directory.path(),
                settings.get(Setting.DIR_MAX_RUNS),
                settings.get(Setting.DIR_TOTAL_BYTES));
    }

    /** Returns the run's directory, whether or not it could be made yet. */
    public Path directory() {
        return directory.path();
    }

    /** Returns what has become of trace files, as of the last flush. */
    public DirectoryAccount account() {
        return account;
    }

    /**
     * Makes the directory and the first segment; answers whether that was possible. Has said why not. To be called, if at all,
     * before the ring's consumer runs.
     */
    public boolean prepare() {
        return canWrite();
    }

    @Override
    public void attach(Supplier<PipelineCounters.Snapshot> now) {
        counters = now;
        checkedAt = System.nanoTime();
        if (canWrite()) {
            trimOldRuns();
        }
    }

    @Override
    public void rehearse(SpanStart start, SpanEnd end) {
        EventWriter rehearsal = new EventWriter(new JsonLines(new LineBuffer()), run.clock());
        rehearsal.start(start);
        rehearsal.end(end);
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
    public boolean modelServer(ModelServerSample sample) {
        if (!canWrite()) {
            return false;
        }
        writer.modelServer(sample);
        return written(EventType.BACKEND);
    }

    @Override
    public void forecast(StageForecast forecast) {
        if (canWrite()) {
            writer.forecast(forecast);
        }
    }

    @Override
    public void counters(PipelineCounters.Snapshot snapshot) {
        if (canWrite()) {
            writer.counters(snapshot, takeAccount());
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
        long now = System.nanoTime();
        if (now - checkedAt >= CHECK_NANOS) {
            checkedAt = now;
            checkFile();
        }
        if (segment != null && isOld()) {
            closeSegment(counters.get());
        }
        closer.collect(closed, removed);
        closed.compressSome();
        takeAccount();
    }

    @Override
    public void settle() {
        if (segment != null) {
            handOver();
        }
        checkFile();
        closer.collect(closed, removed);
        closed.check();
        takeAccount();
    }

    @Override
    public long lostAfterwards(EventType type, DropReason reason) {
        return switch (reason) {
            case IO -> lost.take(type);
            case REMOVED -> removed.take(type);
            default -> 0;
        };
    }

    @Override
    public void close(PipelineCounters.Snapshot snapshot) {
        // What is on its way to the disk first, so that the last footer knows of all segments.
        oldRuns.stop();
        disk.awaitIdle(LAST_SYNC_NANOS / 2);
        closer.collect(closed, removed);
        // The last chance, so that the final counters are not left out because of an old failure.
        failures.forget();
        if (canWrite()) {
            closeSegment(snapshot);
        }
        disk.awaitIdle(LAST_SYNC_NANOS / 2);
        closer.collect(closed, removed);
        long giveUp = System.nanoTime() + LAST_COMPRESSION_NANOS;
        while (System.nanoTime() - giveUp < 0 && closed.compressSome()) {
            // Each step is short.
        }
        closed.close();
        takeAccount();
        directory.close();
    }

    /** Makes sure that there is a segment with room; {@code false} when nothing can be written now. */
    private boolean canWrite() {
        if (segment != null) {
            if (segment.size() + buffer.size() < settings.get(Setting.SEGMENT_MAX_BYTES)) {
                return true;
            }
            closeSegment(counters.get());
        }
        if (refused || failures.mustWait()) {
            return false;
        }
        return openSegment();
    }

    private boolean isOld() {
        return segment.ageNanos(System.nanoTime())
                >= TimeUnit.MILLISECONDS.toNanos(settings.get(Setting.SEGMENT_MAX_AGE));
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
        } catch (RunDirectory.DirectoryRefusedException e) {
            refused = true;
            log.accept("no traces are written: " + e.getMessage()
                    + "; point -Dagentprofiler.dir at a directory of your own");
            return false;
        } catch (IOException e) {
            if (!directoryMade) {
                failures.nameSetting();
            }
            failed(e);
            return false;
        }
        failures.recovered();
        return true;
    }

    private boolean written(EventType type) {
        buffered.add(type);
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
        segment.events().take(buffered);
        buffer.clear();
        trim();
    }

    private void closeSegment(PipelineCounters.Snapshot snapshot) {
        lines.dropUnfinished();
        int footer = buffer.size();
        do {
            // Again when the room for it cost older segments: the last footer must say so.
            buffer.truncate(footer);
            writer.footer(snapshot, takeAccount(), rules.get());
        } while (trim());
        handOver();
        if (segment != null) {
            closer.close(segment);
            segment = null;
            trimOldRuns();
        }
    }

    /** Deletes the oldest segments of this run that are too much; answers whether there were any. */
    private boolean trim() {
        return closed.trim(closer.closingBytes() + segment.size() + buffer.size());
    }

    private void trimOldRuns() {
        long now = System.nanoTime();
        if (oldRunsAt == 0 || now - oldRunsAt >= OLD_RUNS_NANOS) {
            oldRunsAt = now;
            disk.offer(oldRuns::trim);
        }
    }

    private DirectoryAccount takeAccount() {
        DirectoryAccount segments = closed.account();
        DirectoryAccount now = new DirectoryAccount(
                segments.deletedSegments(),
                segments.deletedBytes(),
                segments.deletedEvents(),
                segments.removedSegments(),
                segments.removedEvents(),
                closer.unsynced(),
                oldRuns.deletedRuns(),
                oldRuns.deletedBytes());
        account = now;
        return now;
    }

    /** Begins a new segment, in a new directory if need be, when somebody took away the one that is written. */
    private void checkFile() {
        if (segment == null || segment.isThere()) {
            return;
        }
        if (!removalSaid) {
            removalSaid = true;
            log.accept(segment.openName() + " was removed or truncated while it was being written: the "
                    + segment.events().sum() + " events in it count as dropped, and a new file is started");
        }
        removed.take(segment.events());
        try {
            segment.forget();
        } catch (IOException e) {
            AgentLog.debug("the removed segment: " + e);
        }
        segment = null;
        closed.check();
        directoryMade = Files.isDirectory(directory.path(), LinkOption.NOFOLLOW_LINKS);
        canWrite();
    }

    private void failed(IOException why) {
        lost.take(buffered);
        buffer.clear();
        failures.failed(why);
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
                closed.add(broken, left);
            }
        } catch (IOException e) {
            AgentLog.debug("the broken segment is left as it is: " + e);
        }
    }
}
