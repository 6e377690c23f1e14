// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.modelserver;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.base.stat.bounded.TimeSlots;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the samples of one model at one server come to.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ServedModelStats {
    private static final List<String> COUNTERS = List.of(
            "prefix_cache_queries",
            "prefix_cache_hits",
            "prompt_tokens",
            "generation_tokens",
            "preemptions",
            "requests",
            "queue_requests",
            "prefill_requests",
            "first_token_requests");
    private static final List<String> TIMES = List.of("queue_seconds", "prefill_seconds", "first_token_seconds");
    /** Precedes the finish reason in the name of a counter. */
    private static final String FINISHED = "finished ";

    private static final double SECOND = 1e9;
    /** How many points of the history are kept; of a long run each is of several samples. */
    static final int MOST_SLOTS = 480;

    private final Gauge running = new Gauge();
    private final Gauge waiting = new Gauge();
    private final Gauge kvCache = new Gauge();
    private final Gauge kvCacheMax = new Gauge();
    private final CounterSums counters = new CounterSums();
    private final Gauge usedTokens = new Gauge();
    private final TimeSlots<LoadSlot> history = new TimeSlots<>(MOST_SLOTS, LoadSlot::firstNanos, LoadSlot::plus);
    private LoadSlot latest;
    /** The hit rate that the source states, not-a-number if it does not. */
    private double hitRate = Double.NaN;

    private long capacityTokens = Unknown.LONG;
    private long blockTokens = Unknown.LONG;
    private long samples;

    /** Takes the fields of a record. */
    void add(long epochNanos, Map<String, Object> fields) {
        samples++;
        if (epochNanos != Unknown.LONG) {
            take(LoadSlot.of(epochNanos, fields));
        }
        capacityTokens = Math.max(capacityTokens, count(fields, "kv_cache_capacity_tokens"));
        blockTokens = Math.max(blockTokens, count(fields, "kv_cache_block_tokens"));
        usedTokens.add(usedTokens(fields));
        running.add(decimal(fields, "running"));
        waiting.add(decimal(fields, "waiting"));
        kvCache.add(decimal(fields, "kv_cache_usage"));
        kvCacheMax.add(decimal(fields, "kv_cache_usage_max"));
        hitRate = decimalOr(fields, "prefix_cache_hit_rate", hitRate);
        counters.add(counters(fields));
    }

    private static Map<String, Long> counters(Map<String, Object> fields) {
        Map<String, Long> values = new HashMap<>();
        COUNTERS.forEach(name -> Unknown.putKnown(values, name, count(fields, name)));
        TIMES.forEach(name -> Unknown.putKnown(values, name, nanos(fields, name)));
        finished(fields).forEach((reason, requests) -> values.put(FINISHED + reason, requests));
        return values;
    }

    /** Returns finished requests by finish reason, as far as a sample tells. */
    static SortedMap<String, Long> finished(Map<String, Object> fields) {
        SortedMap<String, Long> finished = new TreeMap<>();
        if (fields.get("requests_by_finish_reason") instanceof Map<?, ?> reasons) {
            reasons.forEach((reason, requests) -> {
                if (requests instanceof Number number && number.longValue() >= 0) {
                    finished.put(reason.toString(), number.longValue());
                }
            });
        }
        return finished;
    }

    private static double decimalOr(Map<String, Object> fields, String name, double otherwise) {
        double value = decimal(fields, name);
        return Double.isNaN(value) ? otherwise : value;
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
        return seconds >= 0 && seconds < Long.MAX_VALUE / SECOND ? Math.round(seconds * SECOND) : Unknown.LONG;
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
        hitRate = Double.isNaN(more.hitRate) ? hitRate : more.hitRate;
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
        return counters.grown("prefix_cache_queries");
    }

    /** Returns prompt tokens found in the prefix cache meanwhile, or absent. */
    public long prefixHits() {
        return counters.grown("prefix_cache_hits");
    }

    public long promptTokens() {
        return counters.grown("prompt_tokens");
    }

    public long generationTokens() {
        return counters.grown("generation_tokens");
    }

    public long preemptions() {
        return counters.grown("preemptions");
    }

    public long requests() {
        return counters.grown("requests");
    }

    /** Returns the requests finished meanwhile by finish reason; empty where the server does not tell. */
    public SortedMap<String, Long> requestsByFinishReason() {
        return counters.grownBelow(FINISHED);
    }

    /**
     * Returns the share of prompt tokens found in the prefix cache meanwhile. Where the counters are not known, the rate that the source
     * last stated itself; not-a-number where there is neither.
     */
    public double prefixHitRate() {
        return prefixQueries() > 0 && prefixHits() != Unknown.LONG
                // a server may count on while its page is read
                ? Math.min(1, (double) prefixHits() / prefixQueries())
                : hitRate;
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
        return mean("queue_seconds", "queue_requests");
    }

    /** Returns the mean time from the queue to the first token, likewise. */
    public double prefillNanos() {
        return mean("prefill_seconds", "prefill_requests");
    }

    /** Returns the mean time from a request's arrival at the server to its first token, likewise. */
    public double firstTokenNanos() {
        return mean("first_token_seconds", "first_token_requests");
    }

    private double mean(String sum, String count) {
        long nanos = counters.grown(sum);
        long requests = counters.grown(count);
        return nanos == Unknown.LONG || requests == Unknown.LONG || requests == 0
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
        return fields.get(name) instanceof Number number && number.longValue() >= 0 ? number.longValue() : Unknown.LONG;
    }

    /**
     * Figures that count from the server's start, by name: how much each grew from sample to sample. They are taken together: when one
     * falls, the server was started anew, and all begin from there; what it had counted up to then is not known and left out.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    private static final class CounterSums {
        private final Map<String, Long> first = new HashMap<>();
        private final Map<String, Long> last = new HashMap<>();
        private final SortedMap<String, Long> grown = new TreeMap<>();
        /** Whether the server was started anew; then {@link #first} is of before. */
        private boolean restarted;

        /** Takes the next sample; what it lacks is absent. */
        void add(Map<String, Long> values) {
            step(values);
            values.forEach(this::begin);
            last.putAll(values);
        }

        /** Takes the samples of a later part of the same run. */
        void addLater(CounterSums later) {
            step(later.first);
            addOther(later);
            later.first.forEach(this::begin);
            if (later.restarted) {
                last.clear();
            }
            last.putAll(later.last);
            restarted |= later.restarted;
        }

        /** Takes the growth of another run. */
        void addOther(CounterSums other) {
            other.grown.forEach(this::grow);
        }

        /** Returns how much a counter grew, absent when fewer than two samples in a row had it. */
        long grown(String counter) {
            return grown.getOrDefault(counter, Unknown.LONG);
        }

        /** Returns how much each counter grew whose name begins with a prefix, by the rest of the name. */
        SortedMap<String, Long> grownBelow(String prefix) {
            SortedMap<String, Long> below = new TreeMap<>();
            grown.forEach((counter, by) -> {
                if (counter.startsWith(prefix)) {
                    below.put(counter.substring(prefix.length()), by);
                }
            });
            return below;
        }

        private void begin(String counter, long value) {
            if (!restarted) {
                first.putIfAbsent(counter, value);
            }
        }

        private void step(Map<String, Long> values) {
            for (Map.Entry<String, Long> value : values.entrySet()) {
                Long before = last.get(value.getKey());
                if (before != null && value.getValue() < before) {
                    // also of counters that this sample lacks nothing from before is comparable
                    last.clear();
                    restarted = true;
                    return;
                }
            }
            values.forEach((counter, value) -> {
                Long before = last.get(counter);
                if (before != null) {
                    grow(counter, value - before);
                }
            });
        }

        private void grow(String counter, long by) {
            grown.merge(counter, by, Long::sum);
        }
    }
}
