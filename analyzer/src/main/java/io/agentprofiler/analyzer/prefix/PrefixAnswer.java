// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.prefix.cache.Replicas;
import io.agentprofiler.analyzer.prefix.cache.ReuseDistances;
import io.agentprofiler.analyzer.prefix.cache.Room;
import io.agentprofiler.analyzer.prefix.cache.Servers;
import io.agentprofiler.analyzer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.prefix.stable.Breaks;
import io.agentprofiler.analyzer.prefix.stable.PrefixBreak;
import io.agentprofiler.analyzer.prefix.stable.StablePrefix;
import io.agentprofiler.analyzer.prefix.stable.StablePrefixes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What prompt caching could do.
 *
 * @param models by model and rule
 * @param stable common beginnings, by place
 * @param breaks what breaks prefixes, dearest first
 * @param estimates models with calls of which only token counts are known
 * @param rooms how much room the caches of servers need whose entries only go when room is needed
 * @param replicas what several servers could serve, by model; none where one is supposed
 * @param dropped calls that began too late to be kept in memory
 */
public record PrefixAnswer(
        List<ModelResult> models,
        List<StablePrefix> stable,
        List<PrefixBreak> breaks,
        List<CountEstimate> estimates,
        List<Room> rooms,
        List<Replicas> replicas,
        long dropped) {
    /** Works it out for one server with an endless cache. */
    public static PrefixAnswer of(PromptLog log) {
        return of(log, Servers.ONE);
    }

    /** Works it out. */
    public static PrefixAnswer of(PromptLog log, Servers servers) {
        List<PromptRecord> calls = log.inOrder();
        Map<ModelResult, ReuseDistances> distances = new HashMap<>();
        List<Replicas> replicas = new ArrayList<>();
        List<ModelResult> models = ModelResults.of(calls, (model, own) -> {
            if (model.rule() != null && servers.replicas() > 1) {
                replicas.add(Replicas.of(model.model(), model.rule(), own, servers));
            }
            if (model.rule() == null || !model.rule().isBoundByRoom()) {
                return (prompt, result, found, hit) -> {};
            }
            ReuseDistances reused = ReuseDistances.of(model.rule(), own, servers.cacheTokens());
            distances.put(model, reused);
            return (prompt, result, found, hit) -> reused.take(prompt, found);
        });
        Set<String> doubted = models.stream()
                .filter(model -> model.rule() != null && !model.isBelieved())
                .map(ModelResult::model)
                .collect(Collectors.toSet());
        List<Room> rooms = models.stream()
                .filter(distances::containsKey)
                .map(model -> new Room(
                        model.model(),
                        model.rule(),
                        model.input(),
                        distances.get(model).curve()))
                .toList();
        replicas.sort(Comparator.comparingLong(Replicas::input)
                .reversed()
                .thenComparing(Replicas::model)
                .thenComparing(row -> row.rule().id()));
        return new PrefixAnswer(
                models,
                StablePrefixes.of(calls),
                Breaks.of(calls, doubted),
                CountEstimates.of(calls),
                rooms,
                List.copyOf(replicas),
                log.dropped());
    }
}
