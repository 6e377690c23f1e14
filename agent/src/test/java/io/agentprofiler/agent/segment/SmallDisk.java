// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Real files on a disk that holds a given number of bytes, and takes a write in part when it fills up. */
final class SmallDisk implements SegmentFile.Maker {
    final AtomicLong free;
    volatile boolean syncFails;

    SmallDisk(long free) {
        this.free = new AtomicLong(free);
    }

    @Override
    public SegmentFile create(Path path) throws IOException {
        SegmentFile real = SegmentFile.ON_DISK.create(path);
        return new SegmentFile() {
            private long size;

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                int fits = (int) Math.min(free.get(), length);
                real.write(bytes, offset, fits);
                size += fits;
                free.addAndGet(-fits);
                if (fits < length) {
                    throw new IOException("No space left on device");
                }
            }

            @Override
            public void truncate(long length) throws IOException {
                real.truncate(length);
                free.addAndGet(size - length);
                size = length;
            }

            @Override
            public void sync() throws IOException {
                if (syncFails) {
                    throw new IOException("Input/output error");
                }
                real.sync();
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }
}
