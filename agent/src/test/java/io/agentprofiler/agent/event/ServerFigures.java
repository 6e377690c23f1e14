// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import java.util.Collections;

/** Figures of servers in one line each, as tables of expected ones have them. */
public final class ServerFigures {
    private ServerFigures() {}

    /** Returns figures of a server that says neither how large its cache is nor what requests waited for. */
    public static ModelServerSample.Figures of(
            String server,
            String model,
            int engines,
            long running,
            long waiting,
            double kvCacheUsage,
            double kvCacheUsageMax,
            long prefixQueries,
            long prefixHits,
            long promptTokens,
            long generationTokens,
            long preemptions,
            long requests) {
        return new ModelServerSample.Figures(
                server,
                model,
                engines,
                running,
                waiting,
                kvCacheUsage,
                kvCacheUsageMax,
                prefixQueries,
                prefixHits,
                promptTokens,
                generationTokens,
                preemptions,
                requests,
                ModelServerSample.Cache.NONE,
                ModelServerSample.Waits.NONE,
                Collections.emptySortedMap());
    }
}
