// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.trace.process.ProcessLog.Collected;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProcessLogTest {
    private static final long MILLI = 1_000_000;
    private static final long START = 1_795_238_104_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private static RunEvent.Sample sample(double second, Map<String, Object> fields) {
        return new RunEvent.Sample("PROCESS", START + Math.round(second * SECOND), fields);
    }

    private static RunEvent.Sample sample(int second, long rss, long heap, double cpu, long gc) {
        return sample(second, Map.of("rss_bytes", rss, "heap_bytes", heap, "cpu", cpu, "gc_ms", gc));
    }

    private static ProcessLog log(List<RunEvent.Sample> samples) {
        ProcessLog log = new ProcessLog();
        samples.forEach(log::add);
        return log;
    }

    @Test
    void shouldSumUpAndKeepEachSampleOfAShortRun() {
        ProcessLog log =
                log(List.of(sample(0, 100, 40, 0.5, 3), sample(5, 300, 20, 1.5, 10), sample(10, 200, 60, 0.25, 12)));

        assertThat(log.samples()).isEqualTo(3);
        assertThat(log.residentBytes()).isEqualTo(new Level(3, 600, 300));
        assertThat(log.residentBytes().mean()).isEqualTo(200);
        assertThat(log.heapBytes()).isEqualTo(new Level(3, 120, 60));
        assertThat(log.processors()).isEqualTo(new Level(3, 2.25, 1.5));
        assertThat(log.processors().mean()).isEqualTo(0.75);
        assertThat(log.gcMillis()).isEqualTo(12);
        assertThat(log.timeline())
                .containsExactly(
                        new ProcessSlot(START, START, Level.of(100), Level.of(40), Level.of(0.5), 3),
                        new ProcessSlot(
                                START + 5 * SECOND, START + 5 * SECOND, Level.of(300), Level.of(20), Level.of(1.5), 10),
                        new ProcessSlot(
                                START + 10 * SECOND,
                                START + 10 * SECOND,
                                Level.of(200),
                                Level.of(60),
                                Level.of(0.25),
                                12));
    }

    @Test
    void shouldTellWhatWasUsedInAStretchOfTime() {
        ProcessLog log =
                log(List.of(sample(0, 1, 1, 0.5, 100), sample(5, 1, 1, 1.5, 600), sample(10, 1, 1, 0.25, 700)));

        // 4 s of the second sample and 1 s of the third
        assertThat(log.processorsBetween(START + SECOND, START + 6 * SECOND)).isEqualTo((4 * 1.5 + 0.25) / 5);
        // the first tells of the time since the process started
        assertThat(log.processorsBetween(START - SECOND, START)).isEqualTo(0.5);
        assertThat(log.processorsBetween(START + 11 * SECOND, START + 12 * SECOND))
                .isNaN();
        // and nothing tells of the larger part of these
        assertThat(log.processorsBetween(START + 9 * SECOND, START + 12 * SECOND))
                .isNaN();
        assertThat(log.collectedBetween(START + SECOND, START + 4 * SECOND))
                .isEqualTo(new Collected(500 * MILLI, 5 * SECOND, 1));
        assertThat(log.collectedBetween(START + SECOND, START + 6 * SECOND))
                .isEqualTo(new Collected(600 * MILLI, 10 * SECOND, 2));
        assertThat(log.collectedBetween(START - SECOND, START + 60 * SECOND))
                .isEqualTo(new Collected(600 * MILLI, 10 * SECOND, 2));
        assertThat(log(List.of(sample(0, 1, 1, 0.5, 100))).collectedBetween(START, START + SECOND))
                .isNull();
    }

    @Test
    void shouldKeepWhatIsUnknownApartFromNothing() {
        ProcessLog log = log(List.of(
                sample(0, Map.of("heap_bytes", 40L, "cpu", 0.0)),
                sample(5, Map.of("rss_bytes", -1L, "heap_bytes", 50L, "gc_ms", 0L)),
                new RunEvent.Sample("PROCESS", Unknown.LONG, Map.of("heap_bytes", 90L))));

        assertThat(log.samples()).isEqualTo(3);
        assertThat(log.residentBytes().isKnown()).isFalse();
        assertThat(log.residentBytes().mean()).isNaN();
        assertThat(log.residentBytes().max()).isNaN();
        assertThat(log.heapBytes()).isEqualTo(new Level(3, 180, 90));
        assertThat(log.processors()).isEqualTo(new Level(1, 0, 0));
        assertThat(log.gcMillis()).isZero();
        // one without a time stands nowhere in it
        assertThat(log.timeline())
                .extracting(ProcessSlot::processors)
                .containsExactly(new Level(1, 0, 0), Level.UNKNOWN);
        assertThat(new ProcessLog().gcMillis()).isEqualTo(Unknown.LONG);
    }

    @Test
    void shouldPutNeighboursTogetherWhereARunIsLong() {
        List<RunEvent.Sample> samples = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            samples.add(sample(i * 5, 1000 + i, 10, i % 2, i));
        }

        ProcessLog log = log(samples);

        List<ProcessSlot> timeline = log.timeline();
        assertThat(timeline).hasSizeBetween(ProcessLog.MOST_SLOTS / 2, ProcessLog.MOST_SLOTS);
        assertThat(timeline.stream()
                        .mapToLong(slot -> slot.residentBytes().samples())
                        .sum())
                .isEqualTo(10_000);
        assertThat(timeline.get(0).firstNanos()).isEqualTo(START);
        assertThat(timeline.get(timeline.size() - 1).residentBytes().max()).isEqualTo(10_999);
        assertThat(timeline).isSortedAccordingTo((a, b) -> Long.compare(a.firstNanos(), b.firstNanos()));
        assertThat(log.residentBytes()).isEqualTo(new Level(10_000, 10_000 * 1000L + 10_000L * 9_999 / 2, 10_999));
    }

    @Test
    void shouldNotDependOnOrderOrParts() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            List<RunEvent.Sample> samples = new ArrayList<>();
            int count = random.nextInt(600);
            double step = Math.pow(10, random.nextInt(4));
            for (int i = 0; i < count; i++) {
                samples.add(sample(
                        i * step + random.nextInt(3),
                        random.nextBoolean()
                                ? Map.of("rss_bytes", (long) random.nextInt(1000), "gc_ms", (long) i)
                                : Map.of("heap_bytes", (long) random.nextInt(1000), "cpu", random.nextInt(8) / 4.0)));
            }
            ProcessLog whole = log(samples);
            Collections.shuffle(samples, random);
            int cut = count == 0 ? 0 : random.nextInt(count);
            ProcessLog first = log(samples.subList(0, cut));
            first.add(log(samples.subList(cut, count)));

            assertThat(first.timeline()).isEqualTo(whole.timeline());
            assertThat(first.residentBytes()).isEqualTo(whole.residentBytes());
            assertThat(first.heapBytes()).isEqualTo(whole.heapBytes());
            assertThat(first.processors()).isEqualTo(whole.processors());
            assertThat(first.gcMillis()).isEqualTo(whole.gcMillis());
            assertThat(first.samples()).isEqualTo(whole.samples());
        }
    }
}
