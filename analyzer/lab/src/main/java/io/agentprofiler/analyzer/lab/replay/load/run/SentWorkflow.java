// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.run;

import io.agentprofiler.analyzer.lab.replay.load.script.Script;
import io.agentprofiler.analyzer.lab.replay.load.send.Received.Outcome;
import java.util.List;

/**
 * A workflow that was sent, as far as it came. Times are of {@link System#nanoTime}.
 *
 * @param script what was sent
 * @param number its place among those of its level, from 1
 * @param dueNanos when it was to begin
 * @param endNanos when it had ended
 * @param outcome how: as the first call that ended it, else answered
 * @param calls in the order in which they ended
 */
public record SentWorkflow(
        Script script, long number, long dueNanos, long endNanos, Outcome outcome, List<SentCall> calls) {
    public SentWorkflow {
        calls = List.copyOf(calls);
    }

    /** Answers whether it ended because no answer of HTTP came at all. */
    boolean isLost() {
        return outcome == Outcome.FAILED
                && calls.get(calls.size() - 1).received().status() < 0;
    }
}
