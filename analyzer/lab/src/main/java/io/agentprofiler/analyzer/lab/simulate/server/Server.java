// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

/**
 * A model server. How fast it is, is with each {@link Call}: models that share a server differ in that.
 *
 * @param replicas how many of it there are
 * @param slots how many calls each serves at once
 * @param kvTokens how many tokens the cache of each holds; -1 where no cache is simulated
 * @param policy which call is served next
 */
public record Server(int replicas, int slots, long kvTokens, Policy policy) {
    /** The policy that picks the next call. */
    public enum Policy {
        /** First come, first served. */
        FIFO,
        /** The same, but programs are paused where their tokens together do not fit into the cache, as ThunderAgent does. */
        PROGRAM
    }

    public Server {
        if (replicas < 1 || slots < 1 || kvTokens < -1 || policy == Policy.PROGRAM && kvTokens < 0) {
            throw new IllegalArgumentException("replicas and slots of at least 1, and a cache for the policy program");
        }
    }

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
}
