// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.modelserver;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.util.Map;
import java.util.SortedMap;

/**
 * One or several samples of a model that follow each other. A share or number of no sample is not-a-number, a count absent.
 *
 * @param firstNanos when the first was taken, nanoseconds since 1970
 * @param lastNanos when the last was taken
 * @param samples how many told something of the model
 * @param failed how many polls failed
 * @param gauges what was at work and in memory
 * @param counters what the server had counted by the last sample
 */
public record LoadSlot(
        long firstNanos, long lastNanos, long samples, long failed, ServerGauges gauges, ServerCounters counters) {
    /**
     * What was at work and in memory.
     *
     * @param runningSum requests being worked on, summed up over the samples that tell them
     * @param runningSamples how many do
     * @param waiting the most requests in the queue
     * @param kvCache the highest KV cache usage, 0 to 1; of the fullest engine if the server reports engines separately
     * @param usedTokens the most tokens in the KV cache
     * @param capacityTokens the tokens that fit it, by the last sample
     */
    public record ServerGauges(
            double runningSum,
            long runningSamples,
            double waiting,
            double kvCache,
            double usedTokens,
            long capacityTokens) {
        private static ServerGauges of(Map<String, Object> fields) {
            double running = ServedModelStats.decimal(fields, "running");
            double fullest = ServedModelStats.decimal(fields, "kv_cache_usage_max");
            return new ServerGauges(
                    Double.isNaN(running) ? 0 : running,
                    Double.isNaN(running) ? 0 : 1,
                    ServedModelStats.decimal(fields, "waiting"),
                    Double.isNaN(fullest) ? ServedModelStats.decimal(fields, "kv_cache_usage") : fullest,
                    ServedModelStats.usedTokens(fields),
                    ServedModelStats.count(fields, "kv_cache_capacity_tokens"));
        }

        private ServerGauges plus(ServerGauges later) {
            return new ServerGauges(
                    runningSum + later.runningSum,
                    runningSamples + later.runningSamples,
                    higher(waiting, later.waiting),
                    higher(kvCache, later.kvCache),
                    higher(usedTokens, later.usedTokens),
                    known(later.capacityTokens, capacityTokens));
        }

        /** Returns the mean of the requests being worked on. */
        public double running() {
            return runningSamples == 0 ? Double.NaN : runningSum / runningSamples;
        }
    }

    /**
     * What a server counts from its start on.
     *
     * @param prefixQueries tokens looked up in the prefix cache
     * @param prefixHits those found
     * @param promptTokens prompt tokens
     * @param generationTokens generated tokens
     * @param preemptions requests that lost their place
     * @param requests finished requests
     * @param finished the same by finish reason; empty where it is not known
     */
    public record ServerCounters(
            long prefixQueries,
            long prefixHits,
            long promptTokens,
            long generationTokens,
            long preemptions,
            long requests,
            SortedMap<String, Long> finished) {
        private static ServerCounters of(Map<String, Object> fields) {
            return new ServerCounters(
                    ServedModelStats.count(fields, "prefix_cache_queries"),
                    ServedModelStats.count(fields, "prefix_cache_hits"),
                    ServedModelStats.count(fields, "prompt_tokens"),
                    ServedModelStats.count(fields, "generation_tokens"),
                    ServedModelStats.count(fields, "preemptions"),
                    ServedModelStats.count(fields, "requests"),
                    ServedModelStats.finished(fields));
        }

        /** Returns the later ones, and of what they lack these. */
        private ServerCounters then(ServerCounters later) {
            return new ServerCounters(
                    known(later.prefixQueries, prefixQueries),
                    known(later.prefixHits, prefixHits),
                    known(later.promptTokens, promptTokens),
                    known(later.generationTokens, generationTokens),
                    known(later.preemptions, preemptions),
                    known(later.requests, requests),
                    later.finished.isEmpty() ? finished : later.finished);
        }

        /** Returns the share of tokens found in the prefix cache since others; not-a-number where the server was started between. */
        public double hitRateSince(ServerCounters before) {
            long queries = since(prefixQueries, before.prefixQueries);
            long hits = since(prefixHits, before.prefixHits);
            return queries <= 0 || hits < 0 ? Double.NaN : Math.min(1, (double) hits / queries);
        }

        /** Returns the prompt tokens since others, or absent. */
        public long promptTokensSince(ServerCounters before) {
            return since(promptTokens, before.promptTokens);
        }

        /** Returns the generated tokens since others, or absent. */
        public long generationTokensSince(ServerCounters before) {
            return since(generationTokens, before.generationTokens);
        }
    }

    /** Returns the slot of one sample. */
    static LoadSlot of(long nanos, Map<String, Object> fields) {
        return new LoadSlot(nanos, nanos, 1, 0, ServerGauges.of(fields), ServerCounters.of(fields));
    }

    /** Returns the slot of a poll that failed. */
    static LoadSlot failed(long nanos) {
        return new LoadSlot(nanos, nanos, 0, 1, ServerGauges.of(Map.of()), ServerCounters.of(Map.of()));
    }

    LoadSlot plus(LoadSlot more) {
        LoadSlot later = more.lastNanos >= lastNanos ? more : this;
        LoadSlot earlier = later == more ? this : more;
        return new LoadSlot(
                Math.min(firstNanos, more.firstNanos),
                later.lastNanos,
                samples + more.samples,
                failed + more.failed,
                earlier.gauges.plus(later.gauges),
                earlier.counters.then(later.counters));
    }

    private static double higher(double one, double other) {
        return Double.isNaN(one) ? other : Double.isNaN(other) ? one : Math.max(one, other);
    }

    private static long known(long first, long otherwise) {
        return first == Unknown.LONG ? otherwise : first;
    }

    private static long since(long now, long before) {
        return now == Unknown.LONG || before == Unknown.LONG || now < before ? Unknown.LONG : now - before;
    }
}
