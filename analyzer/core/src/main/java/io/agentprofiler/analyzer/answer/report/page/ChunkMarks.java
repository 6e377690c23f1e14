// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.trace.ChunkTimes;
import io.agentprofiler.analyzer.trace.Span;
import java.util.Arrays;

/**
 * When the chunks of a span came, as numbers for the page.
 *
 * <p>They are: how many chunk records were read; when the longest gap began, since the span's start, or -1 when that is not
 * known; 1 when each mark is one chunk, 3 when it is several. Then the marks: of one chunk the time since the mark before;
 * of several the time from the end of the mark before to the first of them, from that to the last, and their number.
 */
final class ChunkMarks {
    private static final int HEAD = 3;
    private static final int FORM = 2;
    private static final int ONE = 1;
    private static final int SEVERAL = 3;

    private ChunkMarks() {}

    /** Returns the numbers of a span, {@code null} when no record of a chunk was read. */
    static long[] of(Span span) {
        ChunkStats stats = span.chunks();
        ChunkTimes times = span.chunkTimes();
        if (times == null) {
            return null;
        }
        int marks = times.marks();
        boolean ones = times.recorded() == marks;
        long[] numbers = new long[HEAD + marks * (ones ? ONE : SEVERAL)];
        long gapAt = times.gapAt(stats.maxGapNanos());
        numbers[0] = times.recorded();
        numbers[1] = gapAt == Unknown.LONG ? gapAt : gapAt - span.startNanos();
        numbers[FORM] = ones ? ONE : SEVERAL;
        int next = HEAD;
        long before = span.startNanos();
        for (int mark = 0; mark < marks; mark++) {
            numbers[next++] = times.first(mark) - before;
            if (!ones) {
                numbers[next++] = times.last(mark) - times.first(mark);
                numbers[next++] = times.count(mark);
            }
            before = times.last(mark);
        }
        return numbers;
    }

    /** Returns how many marks the numbers hold. */
    static int count(long[] numbers) {
        return numbers == null ? 0 : (numbers.length - HEAD) / (int) numbers[FORM];
    }

    /**
     * Returns numbers of no more marks than that, those nearest to each other put together: closer by less than the smallest
     * power of two nanoseconds that is enough. Below two marks, none.
     */
    static long[] atMost(int marks, long[] numbers) {
        if (count(numbers) <= marks) {
            return numbers;
        }
        if (marks < 2) {
            return Arrays.copyOf(numbers, HEAD);
        }
        for (long nearer = 1; ; nearer *= 2) {
            long[] fewer = united(nearer, numbers);
            if (count(fewer) <= marks) {
                return fewer;
            }
        }
    }

    private static long[] united(long nearer, long[] numbers) {
        boolean ones = numbers[FORM] == ONE;
        long[] fewer = new long[HEAD + count(numbers) * SEVERAL];
        System.arraycopy(numbers, 0, fewer, 0, HEAD);
        fewer[FORM] = SEVERAL;
        int size = 0;
        for (int at = HEAD; at < numbers.length; at += ones ? ONE : SEVERAL) {
            long length = ones ? 0 : numbers[at + 1];
            long chunks = ones ? 1 : numbers[at + 2];
            if (size > 0 && numbers[at] < nearer) {
                int last = HEAD + (size - 1) * SEVERAL;
                fewer[last + 1] += numbers[at] + length;
                fewer[last + 2] += chunks;
            } else {
                int next = HEAD + size++ * SEVERAL;
                fewer[next] = numbers[at];
                fewer[next + 1] = length;
                fewer[next + 2] = chunks;
            }
        }
        return Arrays.copyOf(fewer, HEAD + size * SEVERAL);
    }
}
