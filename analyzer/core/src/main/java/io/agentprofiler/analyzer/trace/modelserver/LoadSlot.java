// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.modelserver;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;

/**
 * One or several samples of a model that follow each other. A share or number of no sample is not-a-number, a count absent.
 *
 * @param firstNanos when the first was taken, nanoseconds since 1970
 * @param lastNanos when the last was taken
 * @param samples how many told something of the model
 * @param failed how many polls failed
 * @param runningSum requests being worked on, summed up over the samples that tell them
 * @param runningSamples how many do
 * @param waiting the most requests in the queue
 * @param kvCache the highest share of the KV cache in use, of the fullest engine where engines are told apart
 * @param usedTokens the most tokens in the KV cache
 * @param capacityTokens the tokens that fit it, by the last sample
 * @param prefixQueries the counter of tokens looked up in the prefix cache, by the last sample
 * @param prefixHits the counter of those found, by the last sample
 * @param promptTokens the counter of prompt tokens, by the last sample
 * @param generationTokens the counter of generated tokens, by the last sample
 * @param preemptions the counter of requests that lost their place, by the last sample
 * @param requests the counter of finished requests, by the last sample
 * @param finished the same by finish reason; empty where it is not known
 */
public record LoadSlot(
        long firstNanos,
        long lastNanos,
        long samples,
        long failed,
        double runningSum,
        long runningSamples,
        double waiting,
        double kvCache,
        double usedTokens,
        long capacityTokens,
        long prefixQueries,
        long prefixHits,
        long promptTokens,
        long generationTokens,
        long preemptions,
        long requests,
        SortedMap<String, Long> finished) {

    /** Returns the slot of one sample. */
    static LoadSlot of(long nanos, Map<String, Object> fields) {
        double running = ServedModelStats.decimal(fields, "running");
        double fullest = ServedModelStats.decimal(fields, "kv_cache_usage_max");
        return new LoadSlot(
                nanos,
                nanos,
                1,
                0,
                Double.isNaN(running) ? 0 : running,
                Double.isNaN(running) ? 0 : 1,
                ServedModelStats.decimal(fields, "waiting"),
                Double.isNaN(fullest) ? ServedModelStats.decimal(fields, "kv_cache_usage") : fullest,
                ServedModelStats.usedTokens(fields),
                ServedModelStats.count(fields, "kv_cache_capacity_tokens"),
                ServedModelStats.count(fields, "prefix_cache_queries"),
                ServedModelStats.count(fields, "prefix_cache_hits"),
                ServedModelStats.count(fields, "prompt_tokens"),
                ServedModelStats.count(fields, "generation_tokens"),
                ServedModelStats.count(fields, "preemptions"),
                ServedModelStats.count(fields, "requests"),
                ServedModelStats.finished(fields));
    }

    /** Returns the slot of a poll that failed. */
    static LoadSlot failed(long nanos) {
        long absent = Unknown.LONG;
        return new LoadSlot(
                nanos,
                nanos,
                0,
                1,
                0,
                0,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                absent,
                absent,
                absent,
                absent,
                absent,
                absent,
                absent,
                Collections.emptySortedMap());
    }

    LoadSlot plus(LoadSlot more) {
        LoadSlot later = more.lastNanos >= lastNanos ? more : this;
        LoadSlot earlier = later == more ? this : more;
        return new LoadSlot(
                Math.min(firstNanos, more.firstNanos),
                later.lastNanos,
                samples + more.samples,
                failed + more.failed,
                runningSum + more.runningSum,
                runningSamples + more.runningSamples,
                higher(waiting, more.waiting),
                higher(kvCache, more.kvCache),
                higher(usedTokens, more.usedTokens),
                known(later.capacityTokens, earlier.capacityTokens),
                known(later.prefixQueries, earlier.prefixQueries),
                known(later.prefixHits, earlier.prefixHits),
                known(later.promptTokens, earlier.promptTokens),
                known(later.generationTokens, earlier.generationTokens),
                known(later.preemptions, earlier.preemptions),
                known(later.requests, earlier.requests),
                later.finished.isEmpty() ? earlier.finished : later.finished);
    }

    private static double higher(double one, double other) {
        return Double.isNaN(one) ? other : Double.isNaN(other) ? one : Math.max(one, other);
    }

    private static long known(long first, long otherwise) {
        return first == Unknown.LONG ? otherwise : first;
    }

    /** Returns the mean of the requests being worked on. */
    public double running() {
        return runningSamples == 0 ? Double.NaN : runningSum / runningSamples;
    }

    /** Returns the share of tokens found in the prefix cache since the slot before; not-a-number where the server was started between. */
    public double hitRateSince(LoadSlot before) {
        long queries = since(prefixQueries, before.prefixQueries);
        long hits = since(prefixHits, before.prefixHits);
        return queries <= 0 || hits < 0 ? Double.NaN : Math.min(1, (double) hits / queries);
    }

    /** Returns the prompt tokens since the slot before, or absent. */
    public long promptTokensSince(LoadSlot before) {
        return since(promptTokens, before.promptTokens);
    }

    /** Returns the generated tokens since the slot before, or absent. */
    public long generationTokensSince(LoadSlot before) {
        return since(generationTokens, before.generationTokens);
    }

    private static long since(long now, long before) {
        return now == Unknown.LONG || before == Unknown.LONG || now < before ? Unknown.LONG : now - before;
    }
}
