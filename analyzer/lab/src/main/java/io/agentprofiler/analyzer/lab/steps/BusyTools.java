// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import java.util.ArrayList;
import java.util.List;

/**
 * When any tool of a program ran.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class BusyTools {
    /** Stretches that do not touch, in order. */
    private final List<long[]> stretches = new ArrayList<>();

    private int next;

    /**
     * Puts together what runs at once.
     *
     * @param tools in the order of their starts
     */
    BusyTools(List<ToolRun> tools) {
        for (ToolRun tool : tools) {
            long[] last = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
            if (last != null && tool.startNanos() <= last[1]) {
                last[1] = Math.max(last[1], tool.endNanos());
            } else {
                stretches.add(new long[] {tool.startNanos(), tool.endNanos()});
            }
        }
    }

    /** Returns how much of a stretch tools ran in, in nanoseconds. It begins no earlier than the one asked for before. */
    long within(long from, long to) {
        while (next < stretches.size() && stretches.get(next)[1] <= from) {
            next++;
        }
        long within = 0;
        for (int i = next; i < stretches.size() && stretches.get(i)[0] < to; i++) {
            within +=
                    Math.min(to, stretches.get(i)[1]) - Math.max(from, stretches.get(i)[0]);
        }
        return within;
    }
}
