// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
record OldRun(
        Path path, Instant start, long pid, List<Path> files, long bytes, boolean ours, boolean over, Instant latest) {
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
