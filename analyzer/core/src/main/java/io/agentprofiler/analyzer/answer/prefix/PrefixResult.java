// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.answer.prefix.cache.Distances;
import io.agentprofiler.analyzer.answer.prefix.cache.HitCurve.ModelHitCurve;
import io.agentprofiler.analyzer.answer.prefix.cache.Replicas;
import io.agentprofiler.analyzer.answer.prefix.cache.Servers;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.stable.PrefixBreaks;
import io.agentprofiler.analyzer.answer.prefix.stable.PrefixBreaks.PrefixBreak;
import io.agentprofiler.analyzer.answer.prefix.stable.StablePrefixes;
import io.agentprofiler.analyzer.answer.prefix.stable.StablePrefixes.StablePrefix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The results of {@code prefix}.
 *
 * @param models by model and rule
 * @param stable common prefixes, by caller
 * @param breaks what breaks prefixes, most expensive first
 * @param estimates models with calls of which only token counts are known
 * @param hitCurves hits by cache size, for servers that evict only when their cache is full
 * @param replicas what several servers could serve, by model; none for a single server
 * @param dropped calls that began too late to be kept in memory
 */
public record PrefixResult(
        List<ModelResult> models,
        List<StablePrefix> stable,
        List<PrefixBreak> breaks,
        List<CountEstimate> estimates,
        List<ModelHitCurve> hitCurves,
        List<Replicas> replicas,
        long dropped) {
    /** Computes the result. */
    public static PrefixResult of(PromptLog log, Servers servers) {
        List<PromptRecord> calls = log.inOrder();
        Map<ModelResult, Distances> distances = new HashMap<>();
        List<Replicas> replicas = new ArrayList<>();
        List<ModelResult> models = ModelResults.of(calls, (model, own) -> {
            if (model.rule() != null && servers.replicas() > 1) {
                replicas.add(Replicas.of(model.model(), model.rule(), own, servers));
            }
            if (model.rule() == null || !model.rule().isBoundBySize()) {
                return (prompt, result, found, hit) -> {};
            }
            Distances reused = Distances.of(model.rule(), own, servers);
            distances.put(model, reused);
            return (prompt, result, found, hit) -> reused.take(prompt, found);
        });
        Set<String> untrusted = models.stream()
                .filter(model -> model.rule() != null && !model.isTrusted())
                .map(ModelResult::model)
                .collect(Collectors.toSet());
        List<ModelHitCurve> hitCurves = models.stream()
                .filter(distances::containsKey)
                .map(model -> new ModelHitCurve(
                        model.model(),
                        model.rule(),
                        model.input(),
                        distances.get(model).curve()))
                .toList();
        replicas.sort(Comparator.comparingLong(Replicas::input)
                .reversed()
                .thenComparing(Replicas::model)
                .thenComparing(row -> row.rule().id()));
        return new PrefixResult(
                models,
                StablePrefixes.of(calls),
                PrefixBreaks.of(calls, untrusted),
                CountEstimate.of(calls),
                hitCurves,
                List.copyOf(replicas),
                log.dropped());
    }
}
