// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.cache;

/**
 * The servers that are supposed to answer, where they are one's own.
 *
 * @param cacheTokens how many tokens the cache of each has room for, 0 for any number
 * @param replicas how many of them there are for a model
 */
public record Servers(long cacheTokens, int replicas) {
    /** How many replicas are simulated at most. */
    public static final int MOST_REPLICAS = 64;

    /** One with an endless cache. */
    public static final Servers ONE = new Servers(0, 1);
}
