// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Remembers what it was given, one line an event; can be told to stall, to refuse and to throw. */
final class RecordingSink implements TraceSink {
    final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    final List<Books.Snapshot> books = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch stalled = new CountDownLatch(1);
    volatile CountDownLatch gate = new CountDownLatch(0);
    volatile boolean refuse;
    volatile boolean fail;
    volatile int flushes;
    volatile boolean closed;
    Supplier<Books.Snapshot> current;

    /** Makes the next event wait inside the sink until {@link #release()}. */
    void stall() {
        gate = new CountDownLatch(1);
    }

    void release() {
        gate.countDown();
    }

    @Override
    public void attach(Supplier<Books.Snapshot> now) {
        current = now;
    }

    @Override
    public boolean start(SpanStart start) {
        return take("start " + start.span.id + " parent " + start.parentId + " " + start.attributes);
    }

    @Override
    public boolean chunk(SpanChunk chunk) {
        return take("chunk " + chunk.span.id + " " + chunk.index + " " + chunk.type + " " + chunk.chars);
    }

    @Override
    public boolean end(SpanEnd end) {
        return take("end " + end.span.id + " " + end.status.word() + " " + end.attributes);
    }

    @Override
    public boolean backend(BackendSample sample) {
        return take("backend " + sample.endpoint() + " " + sample.failure());
    }

    @Override
    public void books(Books.Snapshot snapshot) {
        books.add(snapshot);
    }

    @Override
    public void flush() {
        flushes++;
    }

    @Override
    public void close(Books.Snapshot snapshot) {
        books.add(snapshot);
        closed = true;
    }

    Books.Snapshot last() {
        return books.get(books.size() - 1);
    }

    private boolean take(String line) {
        if (gate.getCount() != 0) {
            stalled.countDown();
            try {
                if (!gate.await(1, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("nobody released the sink");
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        if (fail) {
            throw new IllegalStateException("the sink fails");
        }
        if (refuse) {
            return false;
        }
        lines.add(line);
        return true;
    }
}
