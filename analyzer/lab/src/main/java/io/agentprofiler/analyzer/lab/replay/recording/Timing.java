// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.trace.ChunkTimes;
import io.agentprofiler.analyzer.trace.Span;

/**
 * When an answer came, in nanoseconds from the request on.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Timing {
    private static final Timing UNKNOWN = new Timing(Unknown.LONG, 0, new long[0], new int[0]);

    /** Of many chunks that came in one moment, or whose records were put together. */
    private final long[] times;

    private final int[] counts;
    private final long nanos;
    private final long chunks;

    private Timing(long nanos, long chunks, long[] times, int[] counts) {
        this.nanos = nanos;
        this.chunks = chunks;
        this.times = times;
        this.counts = counts;
    }

    /**
     * Returns the times of a call.
     *
     * @param fromNanos when the request was sent that was answered
     */
    public static Timing of(Span call, long fromNanos) {
        if (!call.isMeasured()) {
            return UNKNOWN;
        }
        long nanos = Math.max(0, call.endNanos() - fromNanos);
        ChunkStats stats = call.chunks();
        if (stats == null || stats.count() <= 0) {
            return new Timing(nanos, 0, new long[0], new int[0]);
        }
        ChunkTimes marks = call.chunkTimes();
        if (marks == null || marks.recorded() < 2) {
            long[] ends = {after(stats.firstNanos(), fromNanos), after(stats.lastNanos(), fromNanos)};
            return new Timing(nanos, stats.count(), ends, new int[] {1, 1});
        }
        long[] times = new long[marks.marks()];
        int[] counts = new int[times.length];
        for (int mark = 0; mark < times.length; mark++) {
            times[mark] = after(marks.first(mark), fromNanos);
            counts[mark] = marks.count(mark);
        }
        return new Timing(nanos, stats.count(), times, counts);
    }

    private static long after(long nanos, long fromNanos) {
        return Math.max(0, nanos - fromNanos);
    }

    /** Returns how long the answer took to its end, or unknown. */
    public long nanos() {
        return nanos;
    }

    /** Returns in how many chunks it came; 0 where it was not streamed. */
    public long chunks() {
        return chunks;
    }

    /**
     * Returns when a chunk is due. Records of chunks are the first to be given up under load: what is missing is put between those
     * that are known, evenly.
     *
     * @param index of the chunk, from 0
     * @param of how many there are now
     */
    public long at(int index, int of) {
        if (times.length == 0) {
            return Math.max(0, nanos);
        }
        long recorded = 0;
        for (int count : counts) {
            recorded += count;
        }
        double place = of <= 1 ? 0 : (double) index * (recorded - 1) / (of - 1);
        int mark = 0;
        while (mark < times.length - 1 && place >= counts[mark]) {
            place -= counts[mark];
            mark++;
        }
        double share = Math.min(1, place / counts[mark]);
        long next = mark + 1 < times.length ? times[mark + 1] : times[mark];
        return times[mark] + Math.round((next - times[mark]) * share);
    }
}
