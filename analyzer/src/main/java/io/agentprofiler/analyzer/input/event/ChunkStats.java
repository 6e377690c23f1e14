// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.input.event;

/**
 * Statistics of a streamed result, as an END carries them.
 *
 * @param count chunks received
 * @param firstNanos time of the first chunk, nanoseconds since 1970
 * @param lastNanos time of the last chunk, nanoseconds since 1970
 * @param maxGapNanos longest time between two neighbouring chunks; {@link SpanEvent#ABSENT} when unknown
 */
public record ChunkStats(long count, long firstNanos, long lastNanos, long maxGapNanos) {}
