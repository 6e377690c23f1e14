// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what the bodies of requests take that are answered at one time. A body is counted with what reading it as JSON may take
 * besides its bytes.
 *
 * <p><b>Threading:</b> any thread.
 */
final class BodyMemory {
    /** The bytes, a copy that grows, text and objects. */
    private static final int COPIES = 4;
    /** The share of the heap that bodies may take. */
    private static final double HEAP = 0.6;

    private static final int BLOCK = 64 * 1024;

    private final long most;
    private final AtomicLong used = new AtomicLong();

    BodyMemory(long most) {
        this.most = most;
    }

    static BodyMemory ofThisJvm() {
        return new BodyMemory((long) (Runtime.getRuntime().maxMemory() * HEAP));
    }

    Share share() {
        return new Share();
    }

    /** What one request takes, until it is closed. */
    final class Share implements AutoCloseable {
        private long taken;
        private boolean tooLarge;

        /**
         * Reads a body.
         *
         * @param length how long it is said to be, -1 when that is not said
         * @param mostBytes how long it may be
         * @return {@code null} when it is too long, or there is no memory for it now
         */
        byte[] read(InputStream in, long length, int mostBytes) throws IOException {
            if (length >= 0) {
                return take(length) ? in.readNBytes((int) length) : null;
            }
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            byte[] block = new byte[BLOCK];
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                tooLarge = body.size() + read > mostBytes;
                if (tooLarge || !take(read)) {
                    return null;
                }
                body.write(block, 0, read);
            }
            return body.toByteArray();
        }

        /** Answers whether the body was refused for its length. */
        boolean isTooLarge() {
            return tooLarge;
        }

        private boolean take(long bytes) {
            long wanted = bytes * COPIES;
            long all = used.addAndGet(wanted);
            // one alone is tried, however large
            if (all > most && all > taken + wanted) {
                used.addAndGet(-wanted);
                return false;
            }
            taken += wanted;
            return true;
        }

        @Override
        public void close() {
            used.addAndGet(-taken);
            taken = 0;
        }
    }
}
