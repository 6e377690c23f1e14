// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.run;

import io.agentprofiler.analyzer.lab.replay.load.script.ScriptStep;
import io.agentprofiler.analyzer.lab.replay.load.send.Received;

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
