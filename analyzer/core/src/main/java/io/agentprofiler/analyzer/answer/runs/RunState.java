// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.runs;

import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Whether a run is over, as far as its files tell. */
public enum RunState {
    /** The last file ends with the final counts. */
    CLOSED("closed"),
    /** A process holds the run's lock. */
    RUNNING("running"),
    /** There are no final counts, and nobody holds the run's lock, which a process removes when it ends properly. */
    KILLED("killed"),
    /** There are no final counts, and no lock to ask. */
    NO_END("no end"),
    /** Nothing in the files could be read. */
    UNREADABLE("unreadable"),
    /** The format does not say. */
    UNKNOWN("-");

    /** What the agent locks in a run's directory while it writes to it. */
    private static final String LOCK = ".lock";

    private final String word;

    RunState(String word) {
        this.word = word;
    }

    /** Returns the word for people and files. */
    public String word() {
        return word;
    }

    /**
     * Returns the state of a run.
     *
     * @param facts what was read of it, {@code null} for nothing
     * @param directory where its files are
     */
    public static RunState of(RunFacts facts, Path directory) {
        if (facts == null) {
            return UNREADABLE;
        }
        if (!facts.files().headerExpected()) {
            return UNKNOWN;
        }
        Path lock = directory.resolve(LOCK);
        boolean locked = !facts.isRecording() && Files.isReadable(lock);
        if (locked && isHeld(lock)) {
            return RUNNING;
        }
        if (facts.files().closed()) {
            return CLOSED;
        }
        return locked ? KILLED : NO_END;
    }

    /** Asks for a share of the lock, which its owner does not give and which keeps nobody from asking. */
    private static boolean isHeld(Path file) {
        // a channel, which on Windows does not keep the agent from deleting the file
        try (FileChannel channel =
                        file.getFileSystem().provider().newFileChannel(file, Set.of(StandardOpenOption.READ));
                FileLock share = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return share == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            // a file system without locks: nobody can hold one
            return false;
        }
    }
}
