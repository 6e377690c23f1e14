// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import java.util.List;

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
        return new PrefixAnswer(
                ModelResults.of(calls),
                StablePrefixes.of(calls),
                Breaks.of(calls),
                CountEstimates.of(calls),
                log.dropped());
    }
}
