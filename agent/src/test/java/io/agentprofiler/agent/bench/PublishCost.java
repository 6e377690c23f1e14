// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.bench;

import com.sun.management.ThreadMXBean;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.agent.writer.EventPipeline;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

/**
 * What an event costs the application's thread: bursts that fit into an empty ring, in nanoseconds and bytes an event.
 *
 * <p>Run with {@code java -cp ... io.agentprofiler.agent.bench.PublishCost}.
 */
public final class PublishCost {
    private static final int BURST = 5_000;
    private static final int ROUNDS = 400;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private PublishCost() {}

    /** Prints the figures for one and two producers. */
    public static void main(String[] args) throws Exception {
        for (int producers = 1; producers <= 2; producers++) {
            measure(producers);
        }
    }

    private static void measure(int producers) throws Exception {
        EventPipeline pipeline = EventPipeline.open(
                Spans.settings(), TraceClock.now(), new NothingRead(), List.of(new NothingWritten()));
        CyclicBarrier together = new CyclicBarrier(producers);
        List<Thread> threads = new ArrayList<>();
        double[][] nanos = new double[producers][ROUNDS];
        double[] bytes = new double[producers];
        for (int p = 0; p < producers; p++) {
            int me = p;
            Thread thread = new Thread(() -> bytes[me] = bursts(pipeline, together, producers, nanos[me]));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        pipeline.close();
        double[] all = Arrays.stream(nanos)
                .flatMapToDouble(one -> Arrays.stream(one, ROUNDS / 2, ROUNDS))
                .sorted()
                .toArray();
        System.out.printf(
                "%d producer(s): %.1f ns an event (p50), %.1f (p90); %.2f bytes; %s%n",
                producers, all[all.length / 2], all[all.length * 9 / 10], bytes[0], pipeline.counters());
    }

    private static double bursts(EventPipeline pipeline, CyclicBarrier together, int producers, double[] nanos) {
        int events = BURST / producers * 2;
        double bytes = 0;
        for (int round = 0; round < nanos.length; round++) {
            Span[] spans = new Span[events / 2];
            for (int i = 0; i < spans.length; i++) {
                spans[i] = Spans.root(Spans.RULE);
            }
            awaitEmpty(pipeline, together);
            Thread thread = Thread.currentThread();
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long begin = System.nanoTime();
            for (Span span : spans) {
                pipeline.events().start(span, thread, null, span, null, null, null, null, null, null, null);
                pipeline.events().end(span, begin, SpanEnd.Status.OK, thread, -1, -1, Spans.RULE, null, span, null);
            }
            long end = System.nanoTime();
            bytes = (double) (THREADS.getCurrentThreadAllocatedBytes() - allocated) / events;
            nanos[round] = (double) (end - begin) / events;
        }
        return bytes;
    }

    private static void awaitEmpty(EventPipeline pipeline, CyclicBarrier together) {
        try {
            while (pipeline.counters().queued().values().stream().anyMatch(queued -> queued != 0)) {
                Thread.sleep(1);
            }
            together.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class NothingRead implements SpanReader {
        @Override
        public void readStart(PathRoots call, boolean payload, SpanStart into) {}

        @Override
        public void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into) {}
    }

    private static final class NothingWritten implements TraceSink {
        @Override
        public boolean start(SpanStart start) {
            return true;
        }

        @Override
        public boolean chunk(SpanChunk chunk) {
            return true;
        }

        @Override
        public boolean end(SpanEnd end) {
            return true;
        }

        @Override
        public void counters(PipelineCounters.Snapshot counters) {}

        @Override
        public void flush() {}

        @Override
        public void close(PipelineCounters.Snapshot counters) {}
    }
}
