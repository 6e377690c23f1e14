// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import io.agentprofiler.analyzer.base.stat.Unknown;

/**
 * How busy a model server was when it was sampled closest to the start of a call.
 *
 * @param running requests being worked on, or absent
 * @param waiting requests in the queue, or absent
 * @param kvCacheUsage share of the KV cache in use, 1 is full; not-a-number when unknown
 * @param preemptions requests that had lost their place since the server's start, or absent
 */
public record ServerLoad(long running, long waiting, double kvCacheUsage, long preemptions) {
    /** Makes one of a server that does not count preemptions. */
    public ServerLoad(long running, long waiting, double kvCacheUsage) {
        this(running, waiting, kvCacheUsage, Unknown.LONG);
    }
}
