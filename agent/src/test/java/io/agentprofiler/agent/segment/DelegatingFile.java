// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import java.io.IOException;

/** A file that does what another does, for tests that change a part of it. */
class DelegatingFile implements SegmentFile {
    private final SegmentFile real;

    DelegatingFile(SegmentFile real) {
        this.real = real;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        real.write(bytes, offset, length);
    }

    @Override
    public void truncate(long length) throws IOException {
        real.truncate(length);
    }

    @Override
    public void sync() throws IOException {
        real.sync();
    }

    @Override
    public void close() throws IOException {
        real.close();
    }
}
