// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps.thunderagent;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.math.BigDecimal;

/**
 * A step as ThunderAgent tells it. Lengths are nanoseconds; what it does not tell is {@link Unknown#LONG} or {@code null}.
 *
 * <p>It writes 0 where nothing was measured: 0 for both prefill and decode is an answer that was not streamed.
 *
 * @param line where it stands, from 1
 * @param program the program's id
 * @param number its number in the program, from 1
 * @param completedNanos when it was over, since 1970
 */
record StepRow(
        long line,
        String program,
        long number,
        long prefillNanos,
        long decodeNanos,
        long pauseNanos,
        long outsideNanos,
        BigDecimal hitRate,
        long input,
        long output,
        long cached,
        long completedNanos) {
    /** Answers whether it is known when the step began. */
    boolean isMeasured() {
        return completedNanos != Unknown.LONG
                && prefillNanos != Unknown.LONG
                && decodeNanos != Unknown.LONG
                && pauseNanos != Unknown.LONG;
    }

    /** Returns when it began, where that is known, else when it was over; or absent. */
    long startNanos() {
        return isMeasured() ? Math.max(0, completedNanos - prefillNanos - decodeNanos - pauseNanos) : completedNanos;
    }
}
