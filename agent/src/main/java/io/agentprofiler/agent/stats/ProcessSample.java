// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

/**
 * What the traced process used at one moment. -1 stands for unknown.
 *
 * @param epochNanos when, nanoseconds since 1970
 * @param rssBytes resident memory
 * @param heapBytes used heap, garbage included
 * @param gcMillis time all collectors have spent since the JVM's start
 * @param cpu processors busy for this process on average since the previous sample that had it, at first since the process started;
 *     1.5 is one and a half
 */
public record ProcessSample(long epochNanos, long rssBytes, long heapBytes, long gcMillis, double cpu) {}
