// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.modelserver;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.stat.bounded.TimeSlots;
import java.util.List;
import java.util.Map;

/**
 * What the samples of one model at one server come to.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ServedModelStats {
    private static final int QUERIES = 0;
    private static final int HITS = 1;
    private static final int PROMPT = 2;
    private static final int GENERATION = 3;
    private static final int PREEMPTIONS = 4;
    private static final int REQUESTS = 5;
    private static final int QUEUE_NANOS = 6;
    private static final int QUEUED = 7;
    private static final int PREFILL_NANOS = 8;
    private static final int PREFILLED = 9;
    private static final int FIRST_TOKEN_NANOS = 10;
    private static final int FIRST_TOKENS = 11;
    private static final double SECOND = 1e9;
    /** How many points of the history are kept; of a long run each is of several samples. */
    static final int MOST_SLOTS = 480;

    private final Gauge running = new Gauge();
    private final Gauge waiting = new Gauge();
    private final Gauge kvCache = new Gauge();
    private final Gauge kvCacheMax = new Gauge();
    private final Counters counters = new Counters(12);
    private final Gauge usedTokens = new Gauge();
    private final TimeSlots<LoadSlot> history = new TimeSlots<>(MOST_SLOTS, LoadSlot::firstNanos, LoadSlot::plus);
    private LoadSlot latest;
    private long capacityTokens = SpanEvent.ABSENT;
    private long blockTokens = SpanEvent.ABSENT;
    private long samples;

    /** Takes the fields of a record. */
    void add(long epochNanos, Map<String, Object> fields) {
        samples++;
        if (epochNanos != SpanEvent.ABSENT) {
            take(LoadSlot.of(epochNanos, fields));
        }
        capacityTokens = Math.max(capacityTokens, count(fields, "kv_cache_capacity_tokens"));
        blockTokens = Math.max(blockTokens, count(fields, "kv_cache_block_tokens"));
        usedTokens.add(usedTokens(fields));
        running.add(decimal(fields, "running"));
        waiting.add(decimal(fields, "waiting"));
        kvCache.add(decimal(fields, "kv_cache_usage"));
        kvCacheMax.add(decimal(fields, "kv_cache_usage_max"));
        counters.add(
                count(fields, "prefix_cache_queries"),
                count(fields, "prefix_cache_hits"),
                count(fields, "prompt_tokens"),
                count(fields, "generation_tokens"),
                count(fields, "preemptions"),
                count(fields, "requests"),
                nanos(fields, "queue_seconds"),
                count(fields, "queue_requests"),
                nanos(fields, "prefill_seconds"),
                count(fields, "prefill_requests"),
                nanos(fields, "first_token_seconds"),
                count(fields, "first_token_requests"));
    }

    /** Takes note of a poll that failed. */
    void failed(long epochNanos) {
        take(LoadSlot.failed(epochNanos));
    }

    private void take(LoadSlot sample) {
        history.add(sample);
        latest(sample);
    }

    private void latest(LoadSlot sample) {
        latest = latest == null || sample.lastNanos() >= latest.lastNanos() ? sample : latest;
    }

    private static long nanos(Map<String, Object> fields, String name) {
        double seconds = decimal(fields, name);
        return seconds >= 0 && seconds < Long.MAX_VALUE / SECOND ? Math.round(seconds * SECOND) : SpanEvent.ABSENT;
    }

    /** Returns the tokens in the KV cache: as the server counts them, else as the share of those that fit. */
    static double usedTokens(Map<String, Object> fields) {
        double told = decimal(fields, "kv_cache_used_tokens");
        return Double.isNaN(told)
                ? decimal(fields, "kv_cache_usage") * decimal(fields, "kv_cache_capacity_tokens")
                : told;
    }

    /** Adds the samples of a later part of the same run. */
    void addLater(ServedModelStats later) {
        addGauges(later);
        counters.addLater(later.counters);
    }

    /** Adds the samples of another run. */
    void addOther(ServedModelStats other) {
        addGauges(other);
        counters.addOther(other.counters);
    }

    private void addGauges(ServedModelStats more) {
        samples += more.samples;
        capacityTokens = Math.max(capacityTokens, more.capacityTokens);
        blockTokens = Math.max(blockTokens, more.blockTokens);
        usedTokens.add(more.usedTokens);
        history.add(more.history);
        if (more.latest != null) {
            latest(more.latest);
        }
        running.add(more.running);
        waiting.add(more.waiting);
        kvCache.add(more.kvCache);
        kvCacheMax.add(more.kvCacheMax);
    }

    /** Returns how many polls told something of the model. */
    public long samples() {
        return samples;
    }

    public Gauge running() {
        return running;
    }

    public Gauge waiting() {
        return waiting;
    }

    /** Returns the share of the KV cache in use, 1 is full: the engines' mean. */
    public Gauge kvCache() {
        return kvCache;
    }

    /** Returns the same of the fullest engine. */
    public Gauge kvCacheMax() {
        return kvCacheMax;
    }

    /** Returns prompt tokens looked up in the prefix cache meanwhile, or absent. */
    public long prefixQueries() {
        return counters.grown(QUERIES);
    }

    /** Returns prompt tokens found in the prefix cache meanwhile, or absent. */
    public long prefixHits() {
        return counters.grown(HITS);
    }

    public long promptTokens() {
        return counters.grown(PROMPT);
    }

    public long generationTokens() {
        return counters.grown(GENERATION);
    }

    public long preemptions() {
        return counters.grown(PREEMPTIONS);
    }

    public long requests() {
        return counters.grown(REQUESTS);
    }

    /** Returns the share of prompt tokens found in the prefix cache meanwhile; not-a-number when there were none. */
    public double prefixHitRate() {
        return prefixQueries() > 0 && prefixHits() != SpanEvent.ABSENT
                // a server may count on while its page is read
                ? Math.min(1, (double) prefixHits() / prefixQueries())
                : Double.NaN;
    }

    /** Returns the tokens that fit the KV cache, the most that was told; or absent. */
    public long capacityTokens() {
        return capacityTokens;
    }

    /** Returns the tokens of a block of the KV cache, or absent. */
    public long blockTokens() {
        return blockTokens;
    }

    /** Returns the tokens in the KV cache. */
    public Gauge usedTokens() {
        return usedTokens;
    }

    /** Returns the mean time that requests were in the queue meanwhile, in nanoseconds; not-a-number where it is not known. */
    public double queueNanos() {
        return mean(QUEUE_NANOS, QUEUED);
    }

    /** Returns the mean time from the queue to the first token, likewise. */
    public double prefillNanos() {
        return mean(PREFILL_NANOS, PREFILLED);
    }

    /** Returns the mean time from a request's arrival at the server to its first token, likewise. */
    public double firstTokenNanos() {
        return mean(FIRST_TOKEN_NANOS, FIRST_TOKENS);
    }

    private double mean(int sum, int count) {
        long nanos = counters.grown(sum);
        long requests = counters.grown(count);
        return nanos == SpanEvent.ABSENT || requests == SpanEvent.ABSENT || requests == 0
                ? Double.NaN
                : (double) nanos / requests;
    }

    /** Returns the last sample, or what is known of the last poll where that failed; {@code null} where no time is known. */
    public LoadSlot latest() {
        return latest;
    }

    /** Returns all that was sampled, by time. */
    public List<LoadSlot> history() {
        return history.inOrder();
    }

    static double decimal(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    static long count(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof Number number && number.longValue() >= 0
                ? number.longValue()
                : SpanEvent.ABSENT;
    }
}
