// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.trace.Span;

/**
 * Statistics of streamed results, in nanoseconds.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class StreamStats {
    private final Distribution firstChunk = new Distribution();
    private final Distribution perChunk = new Distribution();
    private long calls;
    private long chunks;
    private long longestGapNanos;

    /** Adds a call whose result was streamed. */
    void add(Span span) {
        ChunkStats stats = span.chunks();
        calls++;
        chunks += stats.count();
        longestGapNanos = Math.max(longestGapNanos, stats.maxGapNanos());
        long first = firstChunkNanos(span);
        if (first != Unknown.LONG) {
            firstChunk.add(first);
            if (stats.count() > 1 && stats.lastNanos() >= stats.firstNanos()) {
                perChunk.add((stats.lastNanos() - stats.firstNanos()) / (stats.count() - 1));
            }
        }
    }

    /** Returns the time from a call's start to its first chunk in nanoseconds, absent where nothing was streamed or it is not known. */
    public static long firstChunkNanos(Span span) {
        ChunkStats stats = span.chunks();
        return stats == null || stats.count() == 0 || stats.firstNanos() < span.startNanos()
                ? Unknown.LONG
                : stats.firstNanos() - span.startNanos();
    }

    void add(StreamStats more) {
        firstChunk.add(more.firstChunk);
        perChunk.add(more.perChunk);
        calls += more.calls;
        chunks += more.chunks;
        longestGapNanos = Math.max(longestGapNanos, more.longestGapNanos);
    }

    /** Returns the number of calls with at least one chunk. */
    public long calls() {
        return calls;
    }

    /** Returns the number of chunks. */
    public long chunks() {
        return chunks;
    }

    /** Returns the times from a call's start to its first chunk. */
    public Distribution firstChunk() {
        return firstChunk;
    }

    /** Returns the mean time between chunks for each call with at least two chunks. */
    public Distribution perChunk() {
        return perChunk;
    }

    /** Returns the longest stall between two chunks of a call; 0 if none is known. */
    public long longestGapNanos() {
        return longestGapNanos;
    }
}
