// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import static io.agentprofiler.agent.ring.Spans.end;
import static io.agentprofiler.agent.ring.Spans.root;
import static io.agentprofiler.agent.ring.Spans.settings;
import static io.agentprofiler.agent.ring.Spans.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.TraceClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CappedWriterTest {
    private final BusySink sink = new BusySink();

    @Test
    void shouldGiveUpPayloadsAndChunksThenSpansAndNeverEnds() {
        EventPipeline pipeline = EventPipeline.open(
                settings("cpu", "1", "flush", "50"), TraceClock.now(), new ArgumentReader(), List.of(sink));
        List<Span> accepted = new ArrayList<>();
        int offered = 0;
        while (dropped(pipeline, "SPAN_START") == 0) {
            Span span = root(Spans.CHAT);
            offered++;
            if (start(pipeline.events(), span, "p")) {
                accepted.add(span);
                pipeline.events().chunk(span, System.nanoTime(), 0, "text", 1);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
        assertThat(dropped(pipeline, "SPAN_CHUNK")).isPositive();
        assertThat(pipeline.counters().payloadsDropped()).isPositive();

        for (Span span : accepted) {
            end(pipeline.events(), span, null);
        }
        pipeline.close();

        PipelineCounters.Snapshot counters = sink.last;
        assertThat(counters.open()).isZero();
        assertThat(counters.written()).containsEntry("SPAN_START", (long) accepted.size());
        assertThat(counters.written()).containsEntry("SPAN_END", (long) accepted.size());
        assertThat(counters.dropped().get("SPAN_START")).isEqualTo(Map.of("cpu", (long) offered - accepted.size()));
        assertThat(counters.dropped()).doesNotContainKey("SPAN_END");
        assertThat(counters.queued().values()).containsOnly(0L);
        assertThat(sink.ends).isEqualTo(accepted.size());
    }

    private static long dropped(EventPipeline pipeline, String type) {
        return pipeline.counters().dropped().getOrDefault(type, Map.of()).getOrDefault("cpu", 0L);
    }

    /** Takes a millisecond of CPU time for a start. */
    private static final class BusySink implements TraceSink {
        private static final long BUSY = TimeUnit.MILLISECONDS.toNanos(1);

        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private volatile PipelineCounters.Snapshot last;
        private volatile int ends;

        @Override
        public boolean start(SpanStart start) {
            long until = threads.getCurrentThreadCpuTime() + BUSY;
            while (threads.getCurrentThreadCpuTime() < until) {
                Thread.onSpinWait();
            }
            return true;
        }

        @Override
        public boolean chunk(SpanChunk chunk) {
            return true;
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // written by the consumer only
        public boolean end(SpanEnd end) {
            ends++;
            return true;
        }

        @Override
        public void counters(PipelineCounters.Snapshot counters) {}

        @Override
        public void flush() {}

        @Override
        public void close(PipelineCounters.Snapshot counters) {
            last = counters;
        }
    }
}
