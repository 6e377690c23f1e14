// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.shared.OwnerOnly;
import io.agentprofiler.shared.schema.RunName;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Deletes earlier runs, the oldest first, while there are too many or they take too much room: a program that is started
 * again and again must not fill the disk.
 *
 * <p>Only what the agent made is touched: directories named like a run, of the same owner as this one, that hold nothing but
 * trace files; and of these none that {@linkplain OldRun#isBeingWritten is still being written}.
 *
 * <p><b>Threading:</b> {@link #trim} is for one thread, the figures are for any.
 */
public final class OldRuns {
    /** Only as the agent itself writes them: a reader takes more names than this may delete. */
    private static final Pattern FILE = Pattern.compile("segment-\\d{6,}("
            + Pattern.quote(TraceFormat.SEGMENT_SUFFIX) + "|" + Pattern.quote(TraceFormat.OPEN_SUFFIX) + "|"
            + Pattern.quote(TraceFormat.GZIP_SUFFIX) + "(\\.tmp)?)");

    private static final String STOP = "STOP";

    private final Path base;
    private final Path own;
    private final int maxRuns;
    private final long maxBytes;
    private volatile boolean stopped;
    private volatile long deletedRuns;
    private volatile long deletedBytes;

    /**
     * Creates one that has done nothing yet.
     *
     * @param base the directory of all runs
     * @param own that of this run, which counts but is never deleted
     * @param maxRuns how many runs there may be, this one included
     * @param maxBytes their size
     */
    public OldRuns(Path base, Path own, int maxRuns, long maxBytes) {
        this.base = base;
        this.own = own;
        this.maxRuns = maxRuns;
        this.maxBytes = maxBytes;
    }

    public long deletedRuns() {
        return deletedRuns;
    }

    public long deletedBytes() {
        return deletedBytes;
    }

    /** The process is on its way out and waits for nothing of this. */
    public void stop() {
        stopped = true;
    }

    /** Deletes what is too much. */
    public void trim() {
        try {
            List<OldRun> runs = runs();
            int count = runs.size();
            long bytes = 0;
            for (OldRun run : runs) {
                bytes += run.bytes();
            }
            if (count <= maxRuns && bytes <= maxBytes) {
                return;
            }
            runs.sort((one, other) -> one.start().compareTo(other.start()));
            for (OldRun run : runs) {
                if (stopped || (count <= maxRuns && bytes <= maxBytes)) {
                    return;
                }
                if (run.ours() && !run.isBeingWritten() && delete(run)) {
                    count--;
                    bytes -= run.bytes();
                }
            }
        } catch (IOException e) {
            AgentLog.debug("earlier runs in " + base + " cannot be listed: " + e);
        }
    }

    private List<OldRun> runs() throws IOException {
        List<OldRun> runs = new ArrayList<>();
        for (String name : Directories.names(base)) {
            RunName parts = RunName.of(name);
            Path path = base.resolve(name);
            if (parts != null && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                look(path, parts).ifPresent(runs::add);
            }
        }
        return runs;
    }

    /** Looks into a run; empty when it cannot be read, or goes while it is looked at. */
    private Optional<OldRun> look(Path path, RunName name) {
        List<Path> files = new ArrayList<>();
        long bytes = 0;
        boolean ours = !path.equals(own);
        boolean open = false;
        boolean lock = false;
        try {
            Instant latest =
                    Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant();
            for (String fileName : Directories.names(path)) {
                Path file = path.resolve(fileName);
                BasicFileAttributes attributes =
                        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                boolean segment = FILE.matcher(fileName).matches();
                lock |= fileName.equals(RunDirectory.LOCK);
                open |= fileName.endsWith(TraceFormat.OPEN_SUFFIX);
                ours &= attributes.isRegularFile()
                        && (segment || fileName.equals(STOP) || fileName.equals(RunDirectory.LOCK));
                bytes += attributes.size();
                Instant modified = attributes.lastModifiedTime().toInstant();
                latest = modified.isAfter(latest) ? modified : latest;
                files.add(file);
            }
            ours &= !OwnerOnly.hasOwners(path) || Files.getOwner(path).equals(Files.getOwner(own));
            Instant start = RunInfo.startOf(name.start());
            boolean over = !lock && !open && !files.isEmpty();
            return Optional.of(new OldRun(path, start, name.pid(), files, bytes, ours, over, latest));
        } catch (IOException | DateTimeException e) {
            AgentLog.debug("the run " + path + " cannot be read and stays: " + e);
            return Optional.empty();
        }
    }

    private boolean delete(OldRun run) {
        try {
            for (Path file : run.files()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(run.path());
        } catch (IOException e) {
            AgentLog.debug("the run " + run.path() + " cannot be deleted: " + e);
            return false;
        }
        AgentLog.debug("deleted the run " + run.path() + ", " + run.bytes() + " bytes");
        add(run.bytes());
        return true;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by this thread only
    private void add(long bytes) {
        deletedRuns++;
        deletedBytes += bytes;
    }

    /**
     * A run as it was found.
     *
     * <p><b>Threading:</b> immutable.
     *
     * @param path its directory
     * @param start when it began, by its name
     * @param pid its process, by its name
     * @param files what lies in it
     * @param bytes their size
     * @param ours whether it may be deleted as far as what is in it goes
     * @param over whether its process has closed it
     * @param latest when it was last changed
     */
    private record OldRun(
            Path path,
            Instant start,
            long pid,
            List<Path> files,
            long bytes,
            boolean ours,
            boolean over,
            Instant latest) {
        /** How long a run without a lock is left alone after it was last written to, where only the lock could tell. */
        private static final Duration QUIET = Duration.ofMinutes(10);
        /** A process starts before its run; clocks of two kinds may differ by a little. */
        private static final Duration CLOCKS = Duration.ofSeconds(2);

        /**
         * Answers whether a run is being written: while its process holds its lock, which also shows to other containers, or lives by
         * its process id and start.
         */
        boolean isBeingWritten() {
            if (over) {
                return false;
            }
            Optional<ProcessHandle> process = ProcessHandle.of(pid);
            if (process.isPresent() && process.get().isAlive()) {
                // another process may have got the number since: in a container the first one always has the same
                Optional<Instant> started = process.get().info().startInstant();
                if (started.isEmpty() || started.get().isBefore(start.plus(CLOCKS))) {
                    return true;
                }
            }
            boolean quiet = latest.plus(QUIET).isBefore(Instant.now());
            Path lock = path.resolve(RunDirectory.LOCK);
            return files.contains(lock) ? Lock.isHeld(lock, quiet) : !quiet;
        }

        /** By itself, so that what it can fail with is loaded only where a run has no end. */
        private static final class Lock {
            private Lock() {}

            static boolean isHeld(Path file, boolean quiet) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                        FileLock lock = channel.tryLock()) {
                    return lock == null;
                } catch (NoSuchFileException e) {
                    return false;
                } catch (OverlappingFileLockException e) {
                    return true;
                } catch (IOException e) {
                    // no locks here
                    return !quiet;
                }
            }
        }
    }
}
