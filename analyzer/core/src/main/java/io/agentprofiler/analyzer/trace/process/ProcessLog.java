// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.process;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.base.stat.bounded.TimeSlots;
import io.agentprofiler.analyzer.read.event.RunEvent;
import java.util.List;
import java.util.Map;

/**
 * The samples of one process: figures of all, and a timeline of at most {@value #MOST_SLOTS} slots. Samples may come in any order and
 * in parts.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ProcessLog {
    static final int MOST_SLOTS = 240;

    private static final double MILLI = 1e6;

    private final TimeSlots<ProcessSlot> slots =
            new TimeSlots<>(MOST_SLOTS, ProcessSlot::firstNanos, ProcessSlot::plus);
    private long samples;
    private Level resident = Level.UNKNOWN;
    private Level heap = Level.UNKNOWN;
    private Level processors = Level.UNKNOWN;
    private long gcMillis = Unknown.LONG;

    /** Adds a PROCESS record. What it lacks, or has as a negative number, is unknown. */
    public void add(RunEvent.Sample sample) {
        Map<String, Object> fields = sample.fields();
        Level newResident = Level.of(number(fields, "rss_bytes"));
        Level newHeap = Level.of(number(fields, "heap_bytes"));
        Level newProcessors = Level.of(number(fields, "cpu"));
        samples++;
        resident = resident.plus(newResident);
        heap = heap.plus(newHeap);
        processors = processors.plus(newProcessors);
        double gc = number(fields, "gc_ms");
        long newGcMillis = Double.isNaN(gc) ? Unknown.LONG : (long) gc;
        gcMillis = Math.max(gcMillis, newGcMillis);
        if (sample.epochNanos() != Unknown.LONG) {
            long nanos = sample.epochNanos();
            slots.add(new ProcessSlot(nanos, nanos, newResident, newHeap, newProcessors, newGcMillis));
        }
    }

    /** Adds the samples of another part of the same run. */
    public void add(ProcessLog more) {
        samples += more.samples;
        resident = resident.plus(more.resident);
        heap = heap.plus(more.heap);
        processors = processors.plus(more.processors);
        gcMillis = Math.max(gcMillis, more.gcMillis);
        slots.add(more.slots);
    }

    private static double number(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof Number number && number.doubleValue() >= 0
                ? number.doubleValue()
                : Double.NaN;
    }

    /** Returns how many samples there were. */
    public long samples() {
        return samples;
    }

    /** Returns the physical memory of the process, in bytes. */
    public Level residentBytes() {
        return resident;
    }

    /** Returns the Java heap in use, in bytes. */
    public Level heapBytes() {
        return heap;
    }

    /** Returns the CPU usage in CPUs: 1.5 is one and a half. */
    public Level processors() {
        return processors;
    }

    /** Returns the milliseconds of garbage collection from the process's start to its last sample, or absent. */
    public long gcMillis() {
        return gcMillis;
    }

    /**
     * Returns the mean CPU usage in CPUs over a stretch of time, by the samples that tell of it; NaN where they tell
     * of less than half of it.
     */
    public double processorsBetween(long fromNanos, long toNanos) {
        double busy = 0;
        double known = 0;
        // a sample tells of the time since the one before that was as complete, the first of the time since the process
        // started
        long before = Long.MIN_VALUE;
        for (ProcessSlot slot : slots.inOrder()) {
            long nanos = Math.max(0, Math.min(slot.lastNanos(), toNanos) - Math.max(before, fromNanos));
            boolean complete = slot.processors().isKnown() || slot.gcMillis() != Unknown.LONG;
            before = complete ? slot.lastNanos() : before;
            if (nanos > 0 && slot.processors().isKnown()) {
                busy += nanos * slot.processors().mean();
                known += nanos;
            }
        }
        return known == 0 || known < (toNanos - fromNanos) / 2.0 ? Double.NaN : busy / known;
    }

    /**
     * Garbage collection between two samples.
     *
     * @param gcNanos how long the JVM collected; some collectors work beside the application in part of that time
     * @param nanos how far the samples are apart
     * @param rises between how many neighbouring samples it collected: of one, that may have been a single collection
     */
    public record Collected(long gcNanos, long nanos, int rises) {}

    /** Returns what was collected between the samples around a stretch of time; {@code null} where there are not two. */
    public Collected collectedBetween(long fromNanos, long toNanos) {
        ProcessSlot first = null;
        ProcessSlot last = null;
        int rises = 0;
        for (ProcessSlot slot : slots.inOrder()) {
            if (slot.gcMillis() == Unknown.LONG) {
                continue;
            }
            if (first == null || slot.lastNanos() <= fromNanos) {
                first = slot;
                last = slot;
                rises = 0;
            } else if (last.lastNanos() < toNanos) {
                rises += slot.gcMillis() > last.gcMillis() ? 1 : 0;
                last = slot;
            }
        }
        return first == null || last.lastNanos() <= first.lastNanos()
                ? null
                : new Collected(
                        Math.round((last.gcMillis() - first.gcMillis()) * MILLI),
                        last.lastNanos() - first.lastNanos(),
                        rises);
    }

    /** Returns the timeline, by time. */
    public List<ProcessSlot> timeline() {
        return slots.inOrder();
    }
}
