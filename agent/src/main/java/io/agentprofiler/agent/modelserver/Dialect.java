// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a server that speaks Prometheus names its figures, over its versions.
 *
 * <p>Metric names are {@code word:name} or {@code word_name}, with {@code ray_} in front when the server runs below Ray;
 * counters may or may not end in {@code _total}.
 *
 * @param word the server, and how its metric names begin
 * @param names the names of each figure, the best first
 * @param folded labels whose series repeat one value: the ranks that share the work of one replica
 * @param totals labels of which one value stands for the sum of the others
 */
record Dialect(String word, Map<Figure, List<String>> names, Set<String> folded, Map<String, String> totals) {
    /** What is read of a server. */
    enum Figure {
        RUNNING,
        WAITING,
        KV_CACHE_USAGE,
        PREFIX_QUERIES,
        PREFIX_HITS,
        PROMPT_TOKENS,
        GENERATION_TOKENS,
        PREEMPTIONS,
        REQUESTS,
        CAPACITY_TOKENS,
        USED_TOKENS,
        BLOCK_TOKENS,
        QUEUE_SECONDS,
        QUEUED,
        PREFILL_SECONDS,
        PREFILLED,
        FIRST_TOKEN_SECONDS,
        FIRST_TOKENS;

        /** Answers whether it is a counter, whose name may have an ending. */
        boolean isCounter() {
            return compareTo(PREFIX_QUERIES) >= 0 && compareTo(REQUESTS) <= 0;
        }
    }

    private static final String RAY = "ray_";
    private static final String TOTAL = "_total";

    /** {@code gpu_} names are those of its first architecture, and of the second's first releases. */
    private static final Dialect VLLM = new Dialect(
            "vllm",
            names(Map.ofEntries(
                    entry(Figure.RUNNING, "num_requests_running"),
                    entry(Figure.WAITING, "num_requests_waiting"),
                    entry(Figure.KV_CACHE_USAGE, "kv_cache_usage_perc", "gpu_cache_usage_perc"),
                    entry(Figure.PREFIX_QUERIES, "prefix_cache_queries", "gpu_prefix_cache_queries"),
                    entry(Figure.PREFIX_HITS, "prefix_cache_hits", "gpu_prefix_cache_hits"),
                    entry(Figure.PROMPT_TOKENS, "prompt_tokens"),
                    entry(Figure.GENERATION_TOKENS, "generation_tokens"),
                    entry(Figure.PREEMPTIONS, "num_preemptions"),
                    entry(Figure.REQUESTS, "request_success"),
                    entry(Figure.QUEUE_SECONDS, "request_queue_time_seconds_sum"),
                    entry(Figure.QUEUED, "request_queue_time_seconds_count"),
                    entry(Figure.PREFILL_SECONDS, "request_prefill_time_seconds_sum"),
                    entry(Figure.PREFILLED, "request_prefill_time_seconds_count"),
                    entry(Figure.FIRST_TOKEN_SECONDS, "time_to_first_token_seconds_sum"),
                    entry(Figure.FIRST_TOKENS, "time_to_first_token_seconds_count"))),
            Set.of(),
            Map.of());

    /** Its gauge of the hit rate is that of the last batch only, so the rate is taken from the token counters. */
    private static final Dialect SGLANG = new Dialect(
            "sglang",
            names(Map.ofEntries(
                    entry(Figure.RUNNING, "num_running_reqs"),
                    entry(Figure.WAITING, "num_queue_reqs"),
                    entry(Figure.KV_CACHE_USAGE, "token_usage"),
                    entry(Figure.PREFIX_QUERIES, "prompt_tokens"),
                    entry(Figure.PREFIX_HITS, "cached_tokens"),
                    entry(Figure.PROMPT_TOKENS, "prompt_tokens"),
                    entry(Figure.GENERATION_TOKENS, "generation_tokens"),
                    entry(Figure.REQUESTS, "num_requests"),
                    entry(Figure.CAPACITY_TOKENS, "max_total_num_tokens"),
                    entry(Figure.USED_TOKENS, "kv_used_tokens", "num_used_tokens"),
                    entry(Figure.BLOCK_TOKENS, "page_size"),
                    entry(Figure.QUEUE_SECONDS, "queue_time_seconds_sum"),
                    entry(Figure.QUEUED, "queue_time_seconds_count"),
                    entry(Figure.FIRST_TOKEN_SECONDS, "time_to_first_token_seconds_sum"),
                    entry(Figure.FIRST_TOKENS, "time_to_first_token_seconds_count"))),
            Set.of("tp_rank", "pp_rank", "moe_ep_rank"),
            Map.of("cache_source", "total", "priority", ""));

    static final List<Dialect> ALL = List.of(VLLM, SGLANG);

    private static Map.Entry<Figure, List<String>> entry(Figure figure, String... names) {
        return Map.entry(figure, List.of(names));
    }

    /** Adds to each counter's name the one with the ending of counters, as the better one. */
    private static Map<Figure, List<String>> names(Map<Figure, List<String>> plain) {
        Map<Figure, List<String>> all = new EnumMap<>(Figure.class);
        plain.forEach((figure, names) -> {
            List<String> spellings = new ArrayList<>();
            for (String name : names) {
                if (figure.isCounter()) {
                    spellings.add(name + TOTAL);
                }
                spellings.add(name);
            }
            all.put(figure, List.copyOf(spellings));
        });
        return all;
    }

    /** Returns the metric's name as the tables have it, {@code null} when it is none of this server's. */
    String local(String metric) {
        int start = metric.startsWith(RAY) ? RAY.length() : 0;
        if (!metric.startsWith(word, start)) {
            return null;
        }
        int colon = start + word.length();
        return colon < metric.length() && (metric.charAt(colon) == ':' || metric.charAt(colon) == '_')
                ? metric.substring(colon + 1)
                : null;
    }

    /** Answers whether the tables have a name that {@link #local} has answered. */
    boolean has(String local) {
        return names.values().stream().anyMatch(all -> all.contains(local));
    }

    /** Returns what is left of a series' labels when those that do not tell replicas apart are taken out. */
    Map<String, String> replica(Series series) {
        Map<String, String> labels = new HashMap<>(series.labels());
        labels.keySet().removeAll(folded);
        return labels;
    }
}
