// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.stats.PipelineCounters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Remembers what it was given, one line an event; can be told to stall, to refuse and to throw. */
public final class RecordingSink implements TraceSink {
    public final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    public final List<PipelineCounters.Snapshot> counters = Collections.synchronizedList(new ArrayList<>());
    public final CountDownLatch stalled = new CountDownLatch(1);
    public volatile CountDownLatch gate = new CountDownLatch(0);
    public volatile boolean refuse;
    public volatile boolean fail;
    public volatile int flushes;
    public volatile boolean closed;
    public Supplier<PipelineCounters.Snapshot> current;

    /** Makes the next event wait inside the sink until {@link #release()}. */
    public void stall() {
        gate = new CountDownLatch(1);
    }

    public void release() {
        gate.countDown();
    }

    @Override
    public void attach(Supplier<PipelineCounters.Snapshot> now) {
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
    public boolean modelServer(ModelServerSample sample) {
        return take("backend " + sample.endpoint() + " " + sample.failure());
    }

    @Override
    public void counters(PipelineCounters.Snapshot snapshot) {
        counters.add(snapshot);
    }

    @Override
    public void flush() {
        flushes++;
    }

    @Override
    public void close(PipelineCounters.Snapshot snapshot) {
        counters.add(snapshot);
        closed = true;
    }

    public PipelineCounters.Snapshot last() {
        return counters.get(counters.size() - 1);
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
