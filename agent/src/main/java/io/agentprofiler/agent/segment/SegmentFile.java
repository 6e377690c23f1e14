// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.shared.OwnerOnly;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * A file that is being written. An interface, so that tests can fill up the disk.
 *
 * <p><b>Threading:</b> one thread.
 */
public interface SegmentFile {
    /** Hands bytes to the operating system. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** Cuts the file to its first {@code length} bytes. */
    void truncate(long length) throws IOException;

    /** Waits until everything is on the disk. */
    void sync() throws IOException;

    void close() throws IOException;

    /** Makes files. */
    @FunctionalInterface
    interface Maker {
        /** Makes a file that must not exist yet, for its owner only. */
        SegmentFile create(Path path) throws IOException;
    }

    /** Makes real files. */
    Maker ON_DISK = path -> {
        OwnerOnly.createFile(path);
        // Not a channel: an interrupt meant for somebody else would close that.
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        return new SegmentFile() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                file.write(bytes, offset, length);
            }

            @Override
            public void truncate(long length) throws IOException {
                file.setLength(length);
                file.seek(length);
            }

            @Override
            public void sync() throws IOException {
                file.getFD().sync();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    };
}
