// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import java.util.Collections;
import java.util.SortedMap;

/**
 * What one poll of a model server found.
 *
 * @param epochNanos when, nanoseconds since 1970
 * @param endpoint the server's address, without anything that may be secret
 * @param failure why the poll failed, in a few words; {@code null} when the server answered
 * @param figures what the server says of one model; {@code null} when the poll failed
 */
public record ModelServerSample(long epochNanos, String endpoint, String failure, Figures figures) {
    /** Returns a poll that succeeded. */
    public static ModelServerSample of(long epochNanos, String endpoint, Figures figures) {
        return new ModelServerSample(epochNanos, endpoint, null, figures);
    }

    /** Returns a poll that failed. */
    public static ModelServerSample failed(long epochNanos, String endpoint, String failure) {
        return new ModelServerSample(epochNanos, endpoint, failure, null);
    }

    /** Answers whether the server answered. */
    public boolean isUp() {
        return failure == null;
    }

    /**
     * What a server says of one model, all its replicas together. -1 stands for unknown. What is behind {@code kvCacheUsageMax}
     * counts from the server's start, but for the cache.
     *
     * @param server which server it is: {@code vllm}, {@code sglang} or {@code skyrl}
     * @param model the model's name, {@code null} when the server does not say
     * @param engines replicas that were added up
     * @param running requests being worked on
     * @param waiting requests in the queue
     * @param kvCacheUsage share of the KV cache in use, 0 to 1, the replicas' mean
     * @param kvCacheUsageMax the same of the fullest replica
     * @param prefixQueries prompt tokens that were looked up in the prefix cache
     * @param prefixHits prompt tokens that were found there
     * @param promptTokens prompt tokens
     * @param generationTokens generated tokens
     * @param preemptions requests that lost their place for want of KV cache
     * @param requests requests that were finished
     * @param cache how large its KV cache is
     * @param waits what requests waited for
     * @param finished finished requests by finish reason, as the server spells it; empty when unknown
     */
    public record Figures(
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
            long requests,
            Cache cache,
            Waits waits,
            SortedMap<String, Long> finished) {
        /** Nothing is known. */
        public static final Figures NONE = new FiguresDraft().build();

        /** Returns the same with tokens that fit the KV cache. */
        public Figures withCapacity(long tokens) {
            return new Figures(
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
                    new Cache(tokens, cache.usedTokens(), cache.blockTokens()),
                    waits,
                    finished);
        }

        /** Figures, filled by name. One thread. */
        public static final class FiguresDraft {
            public String server;
            public String model;
            public int engines = -1;
            public long running = -1;
            public long waiting = -1;
            public double kvCacheUsage = -1;
            public double kvCacheUsageMax = -1;
            public long prefixQueries = -1;
            public long prefixHits = -1;
            public long promptTokens = -1;
            public long generationTokens = -1;
            public long preemptions = -1;
            public long requests = -1;
            public Cache cache = Cache.NONE;
            public Waits waits = Waits.NONE;
            public SortedMap<String, Long> finished = Collections.emptySortedMap();

            /** Returns what was filled in. */
            public Figures build() {
                return new Figures(
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
                        cache,
                        waits,
                        finished);
            }
        }
    }

    /**
     * How large a model's KV cache is, all replicas together. -1 stands for unknown.
     *
     * @param capacityTokens tokens that fit it
     * @param usedTokens tokens in it, where the server counts them
     * @param blockTokens tokens of a block
     */
    public record Cache(long capacityTokens, long usedTokens, long blockTokens) {
        /** Nothing is known. */
        public static final Cache NONE = new Cache(-1, -1, -1);
    }

    /**
     * What requests waited for since the server's start: sums in seconds, and of how many requests. -1 stands for unknown.
     *
     * @param queueSeconds in the queue
     * @param queued requests whose time in the queue is in the sum
     * @param prefillSeconds from there to the first token
     * @param prefilled requests whose prefill is in the sum
     * @param firstTokenSeconds from the request's arrival to the first token
     * @param firstTokens requests whose first token is in the sum
     */
    public record Waits(
            double queueSeconds,
            long queued,
            double prefillSeconds,
            long prefilled,
            double firstTokenSeconds,
            long firstTokens) {
        /** Nothing is known. */
        public static final Waits NONE = new Waits(-1, -1, -1, -1, -1, -1);
    }
}
