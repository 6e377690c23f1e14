// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import io.agentprofiler.agent.event.ModelServerSample.Cache;
import io.agentprofiler.agent.event.ModelServerSample.Figures;
import io.agentprofiler.agent.event.ModelServerSample.Waits;
import io.agentprofiler.agent.modelserver.Dialect.Figure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes of a Prometheus page what its servers say of each model. Queues and counters of replicas are added up, shares of
 * the KV cache are averaged. What one replica does not know is not known of all.
 *
 * <p><b>Threading:</b> stateless.
 */
final class PrometheusFigures {
    /** Models of one server that are kept apart; a page with more is no model server's. */
    private static final int MOST_MODELS = 64;
    /** Finish reasons of one model; a page with more uses the label for something else. */
    private static final int MOST_REASONS = 16;

    private static final String FINISH_REASON = "finished_reason";

    private PrometheusFigures() {}

    /** Returns the figures of each server and model on the page, in the page's order; empty when it has none. */
    static List<Figures> read(String page) {
        List<Figures> all = new ArrayList<>();
        for (Dialect dialect : Dialect.ALL) {
            CacheConfig config = new CacheConfig();
            Map<String, Map<String, List<Series>>> models = new LinkedHashMap<>();
            PrometheusText.read(page, name -> isWanted(dialect, name), series -> {
                if (dialect.local(series.name()).equals(CacheConfig.METRIC)) {
                    config.add(series);
                    return;
                }
                String model = model(series);
                if (models.size() < MOST_MODELS || models.containsKey(model)) {
                    models.computeIfAbsent(model, key -> new HashMap<>())
                            .computeIfAbsent(dialect.local(series.name()), key -> new ArrayList<>())
                            .add(series);
                }
            });
            // a server that serves several models under one address says of which of them the configuration is not
            Cache whole = models.size() == 1 ? config.cache() : Cache.NONE;
            models.forEach((model, metrics) -> all.add(figures(dialect, model, metrics, whole)));
        }
        return all;
    }

    private static boolean isWanted(Dialect dialect, String name) {
        String local = dialect.local(name);
        return local != null && (dialect.has(local) || local.equals(CacheConfig.METRIC));
    }

    /** Older releases call the label {@code name}. */
    private static String model(Series series) {
        String model = series.label("model_name");
        return model.isEmpty() ? series.label("name") : model;
    }

    private static Figures figures(Dialect dialect, String model, Map<String, List<Series>> metrics, Cache configured) {
        Collection<Double> usage = replicas(dialect, metrics, Figure.KV_CACHE_USAGE);
        boolean usageKnown = !usage.isEmpty() && usage.stream().allMatch(PrometheusFigures::isKnown);
        int engines =
                Math.max(1, Math.max(replicas(dialect, metrics, Figure.RUNNING).size(), usage.size()));
        long hits = sum(dialect, metrics, Figure.PREFIX_HITS);
        Figures.FiguresDraft figures = new Figures.FiguresDraft();
        figures.server = dialect.word();
        figures.model = model.isEmpty() ? null : model;
        figures.engines = engines;
        figures.running = sum(dialect, metrics, Figure.RUNNING);
        figures.waiting = sum(dialect, metrics, Figure.WAITING);
        figures.kvCacheUsage = usageKnown
                ? usage.stream().mapToDouble(Double::doubleValue).average().orElseThrow()
                : -1;
        figures.kvCacheUsageMax = usageKnown
                ? usage.stream().mapToDouble(Double::doubleValue).max().orElseThrow()
                : -1;
        // looked up is only what could have been found
        figures.prefixQueries = hits < 0 ? -1 : sum(dialect, metrics, Figure.PREFIX_QUERIES);
        figures.prefixHits = hits;
        figures.promptTokens = sum(dialect, metrics, Figure.PROMPT_TOKENS);
        figures.generationTokens = sum(dialect, metrics, Figure.GENERATION_TOKENS);
        figures.preemptions = sum(dialect, metrics, Figure.PREEMPTIONS);
        figures.requests = sum(dialect, metrics, Figure.REQUESTS);
        figures.cache = configured.equals(Cache.NONE) ? cache(dialect, metrics) : configured;
        figures.waits = new Waits(
                total(dialect, metrics, Figure.QUEUE_SECONDS),
                sum(dialect, metrics, Figure.QUEUED),
                total(dialect, metrics, Figure.PREFILL_SECONDS),
                sum(dialect, metrics, Figure.PREFILLED),
                total(dialect, metrics, Figure.FIRST_TOKEN_SECONDS),
                sum(dialect, metrics, Figure.FIRST_TOKENS));
        figures.finished = finished(dialect, metrics);
        return figures.build();
    }

    /** Returns finished requests by finish reason. Empty if one of the series has no reason or no value: the rest would be a part. */
    private static SortedMap<String, Long> finished(Dialect dialect, Map<String, List<Series>> metrics) {
        SortedMap<String, Long> reasons = new TreeMap<>();
        for (String name : dialect.names().getOrDefault(Figure.REQUESTS, List.of())) {
            for (Series series : metrics.getOrDefault(name, List.of())) {
                String reason = series.label(FINISH_REASON);
                if (reason.isEmpty() || !isKnown(series.value()) || reasons.size() > MOST_REASONS) {
                    return Collections.emptySortedMap();
                }
                reasons.merge(reason, Math.round(series.value()), Long::sum);
            }
            if (!reasons.isEmpty()) {
                break;
            }
        }
        return reasons;
    }

    private static Cache cache(Dialect dialect, Map<String, List<Series>> metrics) {
        long block = replicas(dialect, metrics, Figure.BLOCK_TOKENS).stream()
                .filter(PrometheusFigures::isKnown)
                .mapToLong(Math::round)
                .max()
                .orElse(-1);
        return new Cache(
                sum(dialect, metrics, Figure.CAPACITY_TOKENS), sum(dialect, metrics, Figure.USED_TOKENS), block);
    }

    private static long sum(Dialect dialect, Map<String, List<Series>> metrics, Figure figure) {
        double sum = total(dialect, metrics, figure);
        return sum >= Long.MAX_VALUE ? -1 : Math.round(sum);
    }

    private static double total(Dialect dialect, Map<String, List<Series>> metrics, Figure figure) {
        Collection<Double> values = replicas(dialect, metrics, figure);
        double sum = 0;
        for (double value : values) {
            if (!isKnown(value)) {
                return -1;
            }
            sum += value;
        }
        return values.isEmpty() || sum == Double.POSITIVE_INFINITY ? -1 : sum;
    }

    /** Returns a figure's values that are to be added up, under the best of its names; empty when there is none. */
    private static Collection<Double> replicas(Dialect dialect, Map<String, List<Series>> metrics, Figure figure) {
        for (String name : dialect.names().getOrDefault(figure, List.of())) {
            List<Series> all = metrics.get(name);
            if (all != null) {
                Map<Map<String, String>, Double> replicas = new LinkedHashMap<>();
                for (Series series : withoutParts(dialect, all)) {
                    replicas.merge(dialect.replica(series), series.value(), Math::max);
                }
                return replicas.values();
            }
        }
        return List.of();
    }

    /** Leaves out the parts of what stands there as a sum, too. */
    private static List<Series> withoutParts(Dialect dialect, List<Series> all) {
        List<Series> left = all;
        for (Map.Entry<String, String> total : dialect.totals().entrySet()) {
            List<Series> sums = left.stream()
                    .filter(series -> series.label(total.getKey()).equals(total.getValue()))
                    .toList();
            left = sums.isEmpty() ? left : sums;
        }
        return left;
    }

    private static boolean isKnown(double value) {
        return value >= 0 && value < Double.POSITIVE_INFINITY;
    }

    /**
     * The size of vLLM's KV cache, which it tells by the labels of a metric that names no model: one series for each engine.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class CacheConfig {
        static final String METRIC = "cache_config_info";

        /** Blocks of models with several sorts of layers are as large as the largest state: their product with the blocks is no capacity. */
        private static final long MOST_BLOCK_TOKENS = 256;

        private final Map<String, Long> capacities = new HashMap<>();
        private long blockTokens = -1;
        private boolean unknown;

        void add(Series series) {
            long block = number(series.label("block_size"));
            long capacity = number(series.label("kv_cache_size_tokens"));
            if (capacity < 0) {
                long blocks = number(series.label("num_gpu_blocks"));
                boolean usual = block > 0 && block <= MOST_BLOCK_TOKENS && Long.bitCount(block) == 1;
                capacity = usual && blocks >= 0 ? block * blocks : -1;
            }
            unknown |= capacity < 0 || blockTokens >= 0 && blockTokens != block;
            blockTokens = block;
            capacities.put(series.label("engine"), capacity);
        }

        /** Returns the size of all engines together; what one does not tell is not known of all. */
        Cache cache() {
            if (capacities.isEmpty()) {
                return Cache.NONE;
            }
            long sum = 0;
            for (long capacity : capacities.values()) {
                sum += capacity;
            }
            return new Cache(unknown ? -1 : sum, -1, blockTokens);
        }

        /** Numbers of such labels may be texts: {@code None} while nothing is allocated. */
        private static long number(String text) {
            return text.matches("\\d{1,12}") ? Long.parseLong(text) : -1;
        }
    }
}
