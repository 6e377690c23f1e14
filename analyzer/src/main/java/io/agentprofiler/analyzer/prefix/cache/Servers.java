// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.cache;

/**
 * The servers to simulate, for models on servers of one's own.
 *
 * @param cacheTokens size of each server's cache in tokens, 0 for unlimited
 * @param replicas how many of them there are for a model
 */
public record Servers(long cacheTokens, int replicas) {
    /** How many replicas are simulated at most. */
    public static final int MOST_REPLICAS = 64;

    /** One server with an unlimited cache. */
    public static final Servers ONE = new Servers(0, 1);
}
