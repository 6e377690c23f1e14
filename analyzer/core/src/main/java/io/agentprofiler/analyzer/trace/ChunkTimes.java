// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import java.util.Arrays;

/**
 * When the chunks of one span came, as their own records say, in bounded memory.
 *
 * <p>Up to {@value #MAX_MARKS} different times are kept as they are. Of more, neighbours are put together: time is cut into
 * cells of the smallest power of two nanoseconds with which no more than that many cells hold a chunk, and of each the
 * first time, the last one and the number of chunks is kept. So the marks depend on the times alone, not on the order in
 * which they came or were merged, and a gap of a cell or more is still exact.
 *
 * <p>Chunk records are the first to be given up under load: {@link #recorded} may be less than the span's end counts.
 *
 * <p><b>Threading:</b> one thread, until its trace has been handed on; immutable from then on.
 */
public final class ChunkTimes {
    /** Most marks kept of a span. */
    public static final int MAX_MARKS = 128;

    private static final int FEW = 8;

    private long[] firsts = new long[FEW];
    /** Last times and counts of the cells; {@code null} as long as every mark is one chunk. */
    private long[] lasts;

    private int[] counts;
    private int size;
    /** A cell is {@code 2^shift} nanoseconds. */
    private int shift;

    private long recorded;
    private boolean inOrder = true;
    private long longest = Unknown.LONG;
    private long longestAt;

    public ChunkTimes() {}

    /** Returns how many chunk records were read. */
    public long recorded() {
        return recorded;
    }

    /** Returns how many marks there are: different times, or cells that hold some. */
    public int marks() {
        return size;
    }

    /** Answers whether every mark is a single point of time. */
    public boolean isExact() {
        return shift == 0;
    }

    /** Returns the time of the mark's first chunk, nanoseconds since 1970. */
    public long first(int mark) {
        return firsts[mark];
    }

    /** Returns the time of the mark's last chunk, nanoseconds since 1970. */
    public long last(int mark) {
        return lasts == null ? firsts[mark] : lasts[mark];
    }

    /** Returns how many chunks the mark stands for. */
    public int count(int mark) {
        return counts == null ? 1 : counts[mark];
    }

    /**
     * Returns the longest time between two neighbouring records, nanoseconds. Absent for fewer than two, and where one
     * inside a cell may have been longer: records that came out of order, more of them than marks, and none of the gaps
     * between cells as long as a cell.
     */
    public long longestGapNanos() {
        // within a cell two chunks are less than its width apart; within one point of time, 0
        long widest = (1L << shift) - 1;
        boolean between = false;
        for (int mark = 1; mark < size; mark++) {
            long gap = firsts[mark] - last(mark - 1);
            between |= gap > widest;
            widest = Math.max(widest, gap);
        }
        return between ? widest : inOrder ? longest : Unknown.LONG;
    }

    /**
     * Returns when the first gap of exactly this length began, nanoseconds since 1970; absent when there is none, or none
     * that can be told. Where records are missing, a gap between those that are left may be longer than any there was: the
     * one that a span's end speaks of is the one of its length.
     */
    public long gapAt(long nanos) {
        for (int mark = 1; mark < size; mark++) {
            if (firsts[mark] - last(mark - 1) == nanos) {
                return last(mark - 1);
            }
        }
        return inOrder && nanos == longest && size > 0 ? longestAt : Unknown.LONG;
    }

    /** Returns what an end would say, of the chunks recorded. */
    public ChunkStats stats() {
        return new ChunkStats(recorded, firsts[0], last(size - 1), longestGapNanos());
    }

    /** Takes one chunk. */
    public void add(long epochNanos) {
        follow(epochNanos, epochNanos, Unknown.LONG, 0);
        put(epochNanos, epochNanos, 1);
    }

    /** Takes what another part of the run holds of the same span. */
    public void add(ChunkTimes more) {
        inOrder &= more.inOrder;
        follow(more.firsts[0], more.last(more.size - 1), more.longest, more.longestAt);
        while (shift < more.shift) {
            widen();
        }
        for (int mark = 0; mark < more.size; mark++) {
            put(more.first(mark), more.last(mark), more.count(mark));
        }
    }

    /** Keeps the longest gap of chunks that come in order; to be called before they are put in. */
    private void follow(long first, long last, long gap, long gapAt) {
        if (size > 0 && first < last(size - 1)) {
            inOrder = false;
        } else if (size > 0 && first - last(size - 1) > longest) {
            longest = first - last(size - 1);
            longestAt = last(size - 1);
        }
        if (gap > longest) {
            longest = gap;
            longestAt = gapAt;
        }
    }

    private void put(long first, long last, int count) {
        recorded += count;
        int mark = size;
        while (mark > 0 && firsts[mark - 1] >> shift > first >> shift) {
            mark--;
        }
        if (mark > 0 && firsts[mark - 1] >> shift == first >> shift) {
            unite(mark - 1, first, last, count);
            return;
        }
        makeRoom();
        System.arraycopy(firsts, mark, firsts, mark + 1, size - mark);
        firsts[mark] = first;
        if (lasts != null) {
            System.arraycopy(lasts, mark, lasts, mark + 1, size - mark);
            System.arraycopy(counts, mark, counts, mark + 1, size - mark);
            lasts[mark] = last;
            counts[mark] = count;
        } else if (first != last || count > 1) {
            splitColumns(size + 1);
            lasts[mark] = last;
            counts[mark] = count;
        }
        size++;
        while (size > MAX_MARKS) {
            widen();
        }
    }

    private void unite(int mark, long first, long last, int count) {
        if (lasts == null) {
            splitColumns(size);
        }
        firsts[mark] = Math.min(firsts[mark], first);
        lasts[mark] = Math.max(lasts[mark], last);
        counts[mark] += count;
    }

    private void makeRoom() {
        if (size == firsts.length) {
            // one more than the bound, for the moment before neighbours are put together
            int room = Math.min(2 * size, MAX_MARKS + 1);
            firsts = Arrays.copyOf(firsts, room);
            if (lasts != null) {
                lasts = Arrays.copyOf(lasts, room);
                counts = Arrays.copyOf(counts, room);
            }
        }
    }

    private void splitColumns(int marks) {
        lasts = Arrays.copyOf(firsts, firsts.length);
        counts = new int[firsts.length];
        Arrays.fill(counts, 0, marks, 1);
    }

    /** Doubles the cells. */
    private void widen() {
        if (lasts == null) {
            splitColumns(size);
        }
        shift++;
        int kept = 0;
        for (int mark = 0; mark < size; mark++) {
            if (kept > 0 && firsts[kept - 1] >> shift == firsts[mark] >> shift) {
                lasts[kept - 1] = lasts[mark];
                counts[kept - 1] += counts[mark];
            } else {
                firsts[kept] = firsts[mark];
                lasts[kept] = lasts[mark];
                counts[kept++] = counts[mark];
            }
        }
        size = kept;
    }
}
