// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import io.agentprofiler.analyzer.trace.Tokens;

/**
 * What was answered so far.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Served {
    private long answers;
    private long refusals;
    private long cuts;
    private long forwarded;
    private Tokens tokens = Tokens.NONE;

    /** Counts an answer and its tokens. */
    public synchronized void answer(Tokens used) {
        answers++;
        tokens = tokens.plus(used);
    }

    /** Counts a request that was refused as the recorded one was. */
    public synchronized void refusal() {
        refusals++;
    }

    /** Counts a connection that was cut as the recorded one was. */
    public synchronized void cut() {
        cuts++;
    }

    /** Counts a request that was handed on to another server. */
    public synchronized void forward() {
        forwarded++;
    }

    public synchronized long answers() {
        return answers;
    }

    public synchronized long refusals() {
        return refusals;
    }

    public synchronized long cuts() {
        return cuts;
    }

    public synchronized long forwarded() {
        return forwarded;
    }

    /** Returns the sum of the tokens that answers named. */
    public synchronized Tokens tokens() {
        return tokens;
    }
}
