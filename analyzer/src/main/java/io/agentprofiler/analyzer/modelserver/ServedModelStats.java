// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.modelserver;

import io.agentprofiler.analyzer.input.event.SpanEvent;
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

    private final Gauge running = new Gauge();
    private final Gauge waiting = new Gauge();
    private final Gauge kvCache = new Gauge();
    private final Gauge kvCacheMax = new Gauge();
    private final Counters counters = new Counters(6);
    private long samples;

    /** Takes the fields of a record. */
    void add(Map<String, Object> fields) {
        samples++;
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
                count(fields, "requests"));
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
                ? (double) prefixHits() / prefixQueries()
                : Double.NaN;
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
