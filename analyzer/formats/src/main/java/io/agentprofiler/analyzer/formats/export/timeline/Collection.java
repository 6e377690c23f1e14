// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import io.agentprofiler.analyzer.trace.process.ProcessSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Garbage collection between two samples of a process. The samples tell how long it took, not when in between: it is drawn at the end.
 *
 * @param fromNanos the start of its bar
 * @param toNanos the second sample, nanoseconds since 1970
 * @param millis how long it took, which is more than the bar's length where collections ran beside each other
 */
public record Collection(long fromNanos, long toNanos, long millis) {
    /** Returns those of a process, in order of time. What came before the first sample is not among them. */
    public static List<Collection> of(ProcessLog process) {
        List<Collection> all = new ArrayList<>();
        ProcessSlot before = null;
        for (ProcessSlot slot : process.timeline()) {
            if (slot.gcMillis() == Unknown.LONG) {
                continue;
            }
            if (before != null && slot.gcMillis() > before.gcMillis()) {
                long millis = slot.gcMillis() - before.gcMillis();
                long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
                all.add(new Collection(
                        Math.max(before.lastNanos(), slot.lastNanos() - nanos), slot.lastNanos(), millis));
            }
            before = slot;
        }
        return all;
    }
}
