// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What prompt caching could do.
 *
 * @param models by model and rule
 * @param stable common beginnings, by place
 * @param breaks what breaks prefixes, dearest first
 * @param estimates models with calls of which only token counts are known
 * @param dropped calls that began too late to be kept in memory
 */
public record PrefixAnswer(
        List<ModelResult> models,
        List<StablePrefix> stable,
        List<PrefixBreak> breaks,
        List<CountEstimate> estimates,
        long dropped) {
    /** Works it out. */
    public static PrefixAnswer of(PromptLog log) {
        List<PromptRecord> calls = log.inOrder();
        List<ModelResult> models = ModelResults.of(calls);
        Set<String> doubted = models.stream()
                .filter(model -> model.rule() != null && !model.isBelieved())
                .map(ModelResult::model)
                .collect(Collectors.toSet());
        return new PrefixAnswer(
                models, StablePrefixes.of(calls), Breaks.of(calls, doubted), CountEstimates.of(calls), log.dropped());
    }
}
