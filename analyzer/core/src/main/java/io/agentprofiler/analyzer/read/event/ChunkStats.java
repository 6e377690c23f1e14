// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import io.agentprofiler.analyzer.base.stat.Unknown;

/**
 * Statistics of a streamed result, as an END carries them.
 *
 * @param count chunks received; 0 where they are another span's and only the handler's time is known of this one
 * @param firstNanos time of the first chunk, nanoseconds since 1970
 * @param lastNanos time of the last chunk, nanoseconds since 1970
 * @param maxGapNanos longest time between two neighbouring chunks; {@link Unknown#LONG} when unknown
 * @param handler what the application took for the elements; {@code null} when unknown
 */
public record ChunkStats(long count, long firstNanos, long lastNanos, long maxGapNanos, HandlerTime handler) {
    /** Creates statistics of a result whose handler's time is not known. */
    public ChunkStats(long count, long firstNanos, long lastNanos, long maxGapNanos) {
        this(count, firstNanos, lastNanos, maxGapNanos, null);
    }
}
