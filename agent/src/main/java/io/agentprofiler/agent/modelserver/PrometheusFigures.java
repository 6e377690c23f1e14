// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import io.agentprofiler.agent.event.ModelServerSample.Figures;
import io.agentprofiler.agent.modelserver.Dialect.Figure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes of a Prometheus page what its servers say of each model. Queues and counters of replicas are added up, shares of
 * the KV cache are averaged. What one replica does not know is not known of all.
 *
 * <p><b>Threading:</b> stateless.
 */
final class PrometheusFigures {
    /** Models of one server that are kept apart; a page with more is no model server's. */
    private static final int MOST_MODELS = 64;

    private PrometheusFigures() {}

    /** Returns the figures of each server and model on the page, in the page's order; empty when it has none. */
    static List<Figures> read(String page) {
        List<Figures> all = new ArrayList<>();
        for (Dialect dialect : Dialect.ALL) {
            Map<String, Map<String, List<Series>>> models = new LinkedHashMap<>();
            PrometheusText.read(page, name -> isWanted(dialect, name), series -> {
                String model = model(series);
                if (models.size() < MOST_MODELS || models.containsKey(model)) {
                    models.computeIfAbsent(model, key -> new HashMap<>())
                            .computeIfAbsent(dialect.local(series.name()), key -> new ArrayList<>())
                            .add(series);
                }
            });
            models.forEach((model, metrics) -> all.add(figures(dialect, model, metrics)));
        }
        return all;
    }

    private static boolean isWanted(Dialect dialect, String name) {
        String local = dialect.local(name);
        return local != null && dialect.has(local);
    }

    /** Older releases call the label {@code name}. */
    private static String model(Series series) {
        String model = series.label("model_name");
        return model.isEmpty() ? series.label("name") : model;
    }

    private static Figures figures(Dialect dialect, String model, Map<String, List<Series>> metrics) {
        Collection<Double> usage = replicas(dialect, metrics, Figure.KV_CACHE_USAGE);
        boolean usageKnown = !usage.isEmpty() && usage.stream().allMatch(PrometheusFigures::isKnown);
        int engines =
                Math.max(1, Math.max(replicas(dialect, metrics, Figure.RUNNING).size(), usage.size()));
        long hits = sum(dialect, metrics, Figure.PREFIX_HITS);
        return new Figures(
                dialect.word(),
                model.isEmpty() ? null : model,
                engines,
                sum(dialect, metrics, Figure.RUNNING),
                sum(dialect, metrics, Figure.WAITING),
                usageKnown
                        ? usage.stream()
                                .mapToDouble(Double::doubleValue)
                                .average()
                                .orElseThrow()
                        : -1,
                usageKnown
                        ? usage.stream().mapToDouble(Double::doubleValue).max().orElseThrow()
                        : -1,
                // looked up is only what could have been found
                hits < 0 ? -1 : sum(dialect, metrics, Figure.PREFIX_QUERIES),
                hits,
                sum(dialect, metrics, Figure.PROMPT_TOKENS),
                sum(dialect, metrics, Figure.GENERATION_TOKENS),
                sum(dialect, metrics, Figure.PREEMPTIONS),
                sum(dialect, metrics, Figure.REQUESTS));
    }

    private static long sum(Dialect dialect, Map<String, List<Series>> metrics, Figure figure) {
        Collection<Double> values = replicas(dialect, metrics, figure);
        double sum = 0;
        for (double value : values) {
            if (!isKnown(value)) {
                return -1;
            }
            sum += value;
        }
        return values.isEmpty() || sum >= Long.MAX_VALUE ? -1 : Math.round(sum);
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
}
