// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.agent.writer.EventPipeline;
import io.agentprofiler.agent.writer.NamingReader;
import java.util.List;
import java.util.Map;

/**
 * A program that is killed: opens spans one after the other, a provisional one in ten, and says on standard output which ones
 * are older than the flush interval.
 */
final class SequenceWriter {
    private SequenceWriter() {}

    public static void main(String[] args) throws InterruptedException {
        Settings settings = Spans.settings("dir", args[0], "flush", args[1]);
        TraceClock clock = TraceClock.now();
        SegmentSink sink = new SegmentSink(settings, RunInfo.of(settings, clock, "test", List.of()), Map::of);
        EventPipeline pipeline = EventPipeline.open(settings, clock, new NamingReader(), List.of(sink));
        long flushNanos = settings.get(Setting.FLUSH) * 1_000_000;
        long[] offeredAt = new long[100_000];
        int old = 0;
        for (int i = 0; i < offeredAt.length; i++) {
            Span span = new Span(Spans.RULE, null, null, 0, i + 1, i + 1, System.nanoTime(), i % 10 == 0);
            Spans.start(pipeline.events(), span, null);
            offeredAt[i] = System.nanoTime();
            while (old < i && offeredAt[i] - offeredAt[old] > flushNanos) {
                old++;
            }
            System.out.println(old);
            System.out.flush();
            Thread.sleep(1);
        }
    }
}
