// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.process;

/**
 * One or several samples of a process that follow each other.
 *
 * @param firstNanos when the first was taken, nanoseconds since 1970
 * @param lastNanos when the last was taken
 * @param residentBytes physical memory
 * @param heapBytes Java heap in use
 * @param processors CPU usage since the previous sample, in CPUs
 * @param gcMillis milliseconds of garbage collection from the process's start to the last sample, or absent
 */
public record ProcessSlot(
        long firstNanos, long lastNanos, Level residentBytes, Level heapBytes, Level processors, long gcMillis) {
    ProcessSlot plus(ProcessSlot more) {
        return new ProcessSlot(
                Math.min(firstNanos, more.firstNanos),
                Math.max(lastNanos, more.lastNanos),
                residentBytes.plus(more.residentBytes),
                heapBytes.plus(more.heapBytes),
                processors.plus(more.processors),
                Math.max(gcMillis, more.gcMillis));
    }
}
