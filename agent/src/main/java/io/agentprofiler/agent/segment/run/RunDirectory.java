// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.shared.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;

/**
 * The directory of one run: made by us, for its owner only, below a directory that is nobody else's.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class RunDirectory {
    private static final String ROOT = "root";

    /** Locked by the process that writes the run, whatever its name space of process ids, and gone when the run is over. */
    public static final String LOCK = ".lock";

    private final Path base;
    private final Path path;
    private FileChannel lock;

    public RunDirectory(Path base, String run) {
        this.base = base.toAbsolutePath().normalize();
        this.path = this.base.resolve(run);
    }

    public Path path() {
        return path;
    }

    public Path base() {
        return base;
    }

    /**
     * Makes the directory, and those above it that are missing.
     *
     * @throws DirectoryRefusedException when writing there would not be safe; there is no point in trying again
     * @throws IOException when it cannot be made
     */
    public void create() throws IOException {
        if (Files.isSymbolicLink(base)) {
            throw new DirectoryRefusedException(base + " is a symbolic link");
        }
        if (!Files.isDirectory(base, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.exists(base, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(base + " is not a directory");
            }
            OwnerOnly.createDirectories(base);
        }
        // Never an existing one, be it a link: the name holds the pid and the time, so whoever made it expects us.
        OwnerOnly.createDirectory(path);
        if (OwnerOnly.isOwnerPlain(base)) {
            requireOwnBase();
        }
        lock();
    }

    /** Shows other processes that the run is being written. A file system without locks is no reason to write nothing. */
    private void lock() {
        release();
        Path file = path.resolve(LOCK);
        try {
            OwnerOnly.createFile(file);
            lock = FileChannel.open(file, StandardOpenOption.WRITE);
            if (lock.tryLock() == null) {
                AgentLog.debug(file + " is locked by somebody else");
            }
        } catch (IOException | OverlappingFileLockException e) {
            AgentLog.debug("cannot lock " + file + ": " + e);
        }
    }

    /** The run is over: nobody need take it for one that is being written. */
    public void close() {
        if (lock == null) {
            return;
        }
        try {
            Files.deleteIfExists(path.resolve(LOCK));
        } catch (IOException e) {
            AgentLog.debug("cannot delete the lock: " + e);
        }
        release();
    }

    private void release() {
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException e) {
                AgentLog.debug("cannot release the lock: " + e);
            }
            lock = null;
        }
    }

    private void requireOwnBase() throws IOException {
        UserPrincipal owner = Files.getOwner(base, LinkOption.NOFOLLOW_LINKS);
        // What we have just made tells who we are. Root may read everything anyway, and owns volumes mounted into
        // containers.
        if (!owner.equals(Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)) && !ROOT.equals(owner.getName())) {
            Files.delete(path);
            throw new DirectoryRefusedException(base + " belongs to " + owner.getName());
        }
    }

    /** Writing there would not be safe. */
    public static final class DirectoryRefusedException extends IOException {
        private static final long serialVersionUID = 1;

        DirectoryRefusedException(String why) {
            super(why);
        }
    }
}
