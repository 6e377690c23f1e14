// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

/**
 * How fast a server is, in nanoseconds.
 *
 * @param prefillBase of each call up to its first token, whatever its length
 * @param prefillPerToken of each token of the prompt that is not cached
 * @param decodeBase of each call after its first token, whatever its length
 * @param decodePerToken of each token of the answer
 */
public record Rates(double prefillBase, double prefillPerToken, double decodeBase, double decodePerToken) {
    /** Returns the time to the first token of a call that does not wait. */
    public long prefillNanos(long uncached) {
        return Math.max(0, Math.round(prefillBase + prefillPerToken * uncached));
    }

    /** Returns the time from the first token to the end. */
    public long decodeNanos(long output) {
        return Math.max(0, Math.round(decodeBase + decodePerToken * output));
    }
}
