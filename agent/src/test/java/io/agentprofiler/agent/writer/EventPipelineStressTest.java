// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.stats.EventType;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.TraceClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ten million events from several threads through a ring that is too small, with a writer that stumbles. */
class EventPipelineStressTest {
    private static final int PRODUCERS = 4;
    private static final long EVENTS = 10_000_000;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void shouldAccountForEveryEventAtEveryMoment() throws Exception {
        CheckingSink sink = new CheckingSink();
        EventPipeline pipeline = EventPipeline.open(
                Spans.settings("ring.size", "64", "flush", "10"),
                TraceClock.now(),
                new ArgumentReader(),
                List.of(sink));
        Offered offered = produce(pipeline, EVENTS / PRODUCERS, true);
        pipeline.close();

        PipelineCounters.Snapshot last = sink.last;
        check(last);
        assertThat(last).isEqualTo(pipeline.counters());
        assertThat(last.queued()).isEqualTo(Map.of("SPAN_START", 0L, "SPAN_CHUNK", 0L, "SPAN_END", 0L));
        assertThat(last.written())
                .isEqualTo(Map.of("SPAN_START", sink.starts, "SPAN_CHUNK", sink.chunks, "SPAN_END", sink.ends));
        assertThat(last.emitted().get("SPAN_START") + last.suppressed()).isEqualTo(offered.starts);
        assertThat(last.emitted()).containsEntry("SPAN_CHUNK", offered.chunks);
        assertThat(last.emitted()).containsEntry("SPAN_END", offered.ends);
        assertThat(last.started() + last.suppressed()).isEqualTo(offered.acceptedStarts);
        assertThat(last.suppressed()).isEqualTo(offered.suppressed).isPositive();
        assertThat(last.abandoned()).isEqualTo(offered.abandoned).isPositive();
        assertThat(last.open()).isZero();
        assertThat(last.dropped()).containsOnlyKeys("SPAN_START", "SPAN_CHUNK");
        assertThat(last.dropped().get("SPAN_START")).containsOnlyKeys("ring_full");
        assertThat(last.dropped().get("SPAN_CHUNK")).containsOnlyKeys("ring_full");
        // The storm is worth its name only if much was written and much was dropped; starts leave 4 slots free, and 16
        // ends may want one.
        assertThat(last.written().get("SPAN_END")).isGreaterThan(EVENTS / 10_000);
        assertThat(sink.disorder).isNull();
        assertThat(sink.snapshots).isGreaterThan(10);
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void shouldAccountForEveryEventWhenClosedInTheMiddle() throws Exception {
        for (int round = 0; round < 50; round++) {
            CheckingSink sink = new CheckingSink();
            EventPipeline pipeline = EventPipeline.open(
                    Spans.settings("ring.size", "64", "flush", "10"),
                    TraceClock.now(),
                    new ArgumentReader(),
                    List.of(sink));
            ExecutorService closer = Executors.newSingleThreadExecutor();
            Future<?> closing = closer.submit(() -> {
                LockSupport.parkNanos(2_000_000);
                pipeline.close();
            });
            Offered offered = produce(pipeline, 20_000, false);
            closing.get();
            closer.shutdown();
            check(sink.last);
            assertThat(sink.last.queued()).isEqualTo(Map.of("SPAN_START", 0L, "SPAN_CHUNK", 0L, "SPAN_END", 0L));
            PipelineCounters.Snapshot after = pipeline.counters();
            check(after);
            assertThat(after.written())
                    .isEqualTo(Map.of("SPAN_START", sink.starts, "SPAN_CHUNK", sink.chunks, "SPAN_END", sink.ends))
                    .isEqualTo(sink.last.written());
            assertThat(after.emitted().get("SPAN_START") + after.suppressed()).isEqualTo(offered.starts);
            assertThat(after.emitted()).containsEntry("SPAN_CHUNK", offered.chunks);
            assertThat(after.emitted()).containsEntry("SPAN_END", offered.ends);
            assertThat(sink.disorder).isNull();
        }
    }

    private static Offered produce(EventPipeline pipeline, long eventsEach, boolean patient) throws Exception {
        ExecutorService producers = Executors.newFixedThreadPool(PRODUCERS);
        List<Callable<Offered>> tasks = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            Offered mine = new Offered(i, patient);
            tasks.add(() -> mine.offer(pipeline, eventsEach));
        }
        Offered all = new Offered(-1, false);
        for (Future<Offered> future : producers.invokeAll(tasks)) {
            all.add(future.get());
        }
        producers.shutdown();
        return all;
    }

    private static void check(PipelineCounters.Snapshot counters) {
        for (EventType type : EventType.values()) {
            String word = type.word();
            long dropped = counters.dropped().getOrDefault(word, Map.of()).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            long queued = counters.queued().getOrDefault(word, 0L);
            long emitted = counters.emitted().getOrDefault(word, 0L);
            if (emitted != counters.written().getOrDefault(word, 0L) + dropped + queued || queued < 0) {
                throw new AssertionError(counters);
            }
        }
        if (counters.started() != counters.ended() + counters.open() + counters.abandoned() || counters.open() < 0) {
            throw new AssertionError(counters);
        }
    }

    /** What one producer did, as itself counted. */
    private static final class Offered {
        private final SplittableRandom random;
        private final boolean patient;
        long starts;
        long acceptedStarts;
        long chunks;
        long ends;
        long suppressed;
        long abandoned;

        Offered(int seed, boolean patient) {
            this.patient = patient;
            random = new SplittableRandom(seed);
        }

        Offered offer(EventPipeline pipeline, long events) {
            long offered = 0;
            while (offered < events) {
                offered += tree(pipeline, null, 3);
            }
            return this;
        }

        private long tree(EventPipeline pipeline, Span parent, int depth) {
            boolean provisional = random.nextInt(8) == 0;
            Span span = provisional ? Spans.provisional(parent) : Spans.span(Spans.RULE, parent, false);
            long offered = 1;
            starts++;
            if (!Spans.start(pipeline.events(), span, null)) {
                // Now and then the writer gets a chance, so that much passes and the ring is often just about full.
                if (patient && random.nextInt(32) == 0) {
                    LockSupport.parkNanos(1_000);
                }
                return offered;
            }
            acceptedStarts++;
            if (provisional && random.nextBoolean() && span.suppress()) {
                suppressed++;
                return offered;
            }
            int parts = random.nextInt(4);
            for (int i = 0; i < parts; i++) {
                if (depth > 0 && random.nextBoolean()) {
                    offered += tree(pipeline, span, depth - 1);
                } else {
                    pipeline.events().chunk(span, span.startNanos, i, "text", 1);
                    chunks++;
                    offered++;
                }
            }
            if (random.nextInt(100) == 0) {
                pipeline.events().abandoned(span);
                abandoned++;
                return offered;
            }
            Spans.end(pipeline.events(), span, null);
            ends++;
            return offered + 1;
        }

        void add(Offered other) {
            starts += other.starts;
            acceptedStarts += other.acceptedStarts;
            chunks += other.chunks;
            ends += other.ends;
            suppressed += other.suppressed;
            abandoned += other.abandoned;
        }
    }

    /** Counts, looks at the counters often, checks that a span's events come in order, and stumbles now and then. */
    private static final class CheckingSink implements TraceSink {
        private static final int STUMBLE = 200_000;

        private Supplier<PipelineCounters.Snapshot> counters;
        long starts;
        long chunks;
        long ends;
        int snapshots;
        volatile PipelineCounters.Snapshot last;
        volatile String disorder;

        @Override
        public void attach(Supplier<PipelineCounters.Snapshot> now) {
            counters = now;
        }

        @Override
        public boolean start(SpanStart start) {
            if (start.span.parent != null
                    && !start.span.parent.startDropped
                    && start.parentId != start.span.parent.id) {
                disorder = "a start before its parent's";
            }
            starts++;
            look();
            return true;
        }

        @Override
        public boolean chunk(SpanChunk chunk) {
            if (!chunk.span.startWritten || chunk.span.jfrEvent != null) {
                disorder = "a chunk before its start or after its end";
            }
            chunks++;
            look();
            return true;
        }

        @Override
        public boolean end(SpanEnd end) {
            if (!end.span.startWritten || end.span.jfrEvent != null) {
                disorder = "an end before its start or twice";
            }
            end.span.jfrEvent = "ended";
            ends++;
            look();
            return true;
        }

        @Override
        public void counters(PipelineCounters.Snapshot snapshot) {
            check(snapshot);
        }

        @Override
        public void flush() {}

        @Override
        public void close(PipelineCounters.Snapshot snapshot) {
            last = snapshot;
        }

        private void look() {
            long events = starts + chunks + ends;
            if (events % 100 == 0) {
                snapshots++;
                check(counters.get());
            }
            if (events % STUMBLE == 0) {
                LockSupport.parkNanos(5_000_000);
            }
        }
    }
}
