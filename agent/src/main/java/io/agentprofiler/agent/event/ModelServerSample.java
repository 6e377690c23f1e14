// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

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
     * What a server says of one model, all its replicas together. -1 stands for unknown. The last six count from the
     * server's start.
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
            long requests) {
        /** Nothing is known. */
        public static final Figures NONE = new Figures(null, null, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    }
}
