// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

import java.util.List;

/**
 * What came of a simulation.
 *
 * @param calls in the order in which their service began
 * @param beginNanos when each program began, by its index; -1 for programs that never did
 * @param endNanos when each program ended, by its index; -1 for programs that did not
 * @param tooLarge calls that do not fit into an empty cache: their programs ended there
 * @param pauses how often a program was paused
 */
public record Simulated(List<ServedCall> calls, long[] beginNanos, long[] endNanos, long tooLarge, long pauses) {
    public Simulated {
        calls = List.copyOf(calls);
    }

    /**
     * What became of a call. Times are nanoseconds.
     *
     * @param program index of its program
     * @param call index in its program
     * @param dueNanos when it was sent
     * @param startNanos when its service began
     * @param firstNanos when its first token came
     * @param endNanos when it had ended
     * @param hit tokens of its prompt that were cached
     * @param replica which server served it; -1 for calls that need none
     */
    public record ServedCall(
            int program,
            int call,
            long dueNanos,
            long startNanos,
            long firstNanos,
            long endNanos,
            long hit,
            int replica) {}
}
