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
        REQUESTS;

        /** Answers whether it counts from the server's start. */
        boolean isCounter() {
            return ordinal() >= PREFIX_QUERIES.ordinal();
        }
    }

    private static final String RAY = "ray_";
    private static final String TOTAL = "_total";

    /** {@code gpu_} names are those of its first architecture, and of the second's first releases. */
    private static final Dialect VLLM = new Dialect(
            "vllm",
            names(Map.of(
                    Figure.RUNNING, List.of("num_requests_running"),
                    Figure.WAITING, List.of("num_requests_waiting"),
                    Figure.KV_CACHE_USAGE, List.of("kv_cache_usage_perc", "gpu_cache_usage_perc"),
                    Figure.PREFIX_QUERIES, List.of("prefix_cache_queries", "gpu_prefix_cache_queries"),
                    Figure.PREFIX_HITS, List.of("prefix_cache_hits", "gpu_prefix_cache_hits"),
                    Figure.PROMPT_TOKENS, List.of("prompt_tokens"),
                    Figure.GENERATION_TOKENS, List.of("generation_tokens"),
                    Figure.PREEMPTIONS, List.of("num_preemptions"),
                    Figure.REQUESTS, List.of("request_success"))),
            Set.of(),
            Map.of());

    /** Its gauge of the hit rate is that of the last batch only, so the rate is taken from the token counters. */
    private static final Dialect SGLANG = new Dialect(
            "sglang",
            names(Map.of(
                    Figure.RUNNING, List.of("num_running_reqs"),
                    Figure.WAITING, List.of("num_queue_reqs"),
                    Figure.KV_CACHE_USAGE, List.of("token_usage"),
                    Figure.PREFIX_QUERIES, List.of("prompt_tokens"),
                    Figure.PREFIX_HITS, List.of("cached_tokens"),
                    Figure.PROMPT_TOKENS, List.of("prompt_tokens"),
                    Figure.GENERATION_TOKENS, List.of("generation_tokens"),
                    Figure.REQUESTS, List.of("num_requests"))),
            Set.of("tp_rank", "pp_rank", "moe_ep_rank"),
            Map.of("cache_source", "total", "priority", ""));

    static final List<Dialect> ALL = List.of(VLLM, SGLANG);

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
