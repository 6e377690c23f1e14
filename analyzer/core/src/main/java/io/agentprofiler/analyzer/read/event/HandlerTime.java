// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import io.agentprofiler.analyzer.base.stat.Unknown;

/**
 * How long the application had the elements of a streamed result in its hands: in its handler or, where it fetches them, until
 * it asked for the next. Of the parts, each is {@link Unknown#LONG} where the chunks are another span's.
 *
 * @param nanos in all
 * @param beforeFirstNanos the part before the first chunk, of elements that are no chunks
 * @param afterLastNanos the part since the last chunk came
 */
public record HandlerTime(long nanos, long beforeFirstNanos, long afterLastNanos) {
    /** Returns the part between the first chunk and the last, {@link Unknown#LONG} where it is not known. */
    public long betweenNanos() {
        return beforeFirstNanos == Unknown.LONG || afterLastNanos == Unknown.LONG
                ? Unknown.LONG
                : Math.max(0, nanos - beforeFirstNanos - afterLastNanos);
    }
}
