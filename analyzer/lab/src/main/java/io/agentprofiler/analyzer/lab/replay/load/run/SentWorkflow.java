// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.run;

import io.agentprofiler.analyzer.lab.replay.load.Received;
import io.agentprofiler.analyzer.lab.replay.load.Received.RequestOutcome;
import io.agentprofiler.analyzer.lab.replay.load.run.ScriptStep.Script;
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
        Script script, long number, long dueNanos, long endNanos, RequestOutcome outcome, List<SentCall> calls) {
    public SentWorkflow {
        calls = List.copyOf(calls);
    }

    /** Answers whether it ended because no answer of HTTP came at all. */
    boolean isLost() {
        return outcome == RequestOutcome.FAILED
                && calls.get(calls.size() - 1).received().status() < 0;
    }

    /**
     * A request that was sent, and what came of it.
     *
     * @param step what was sent
     * @param dueNanos when it was to be sent, of {@link System#nanoTime}: its latency counts from here, so that a busy load generator
     *     hides nothing
     * @param streamed whether the answer was asked for in chunks
     * @param received what came
     */
    public record SentCall(ScriptStep step, long dueNanos, boolean streamed, Received received) {
        /** Returns the time from when it was to be sent to its end. */
        public long latencyNanos() {
            return received.endNanos() - dueNanos;
        }
    }
}
