// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.answer.prefix.cache.SimulatedCache;
import io.agentprofiler.analyzer.answer.prefix.cache.SimulatedCache.Lookup;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.WholePrompt;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the calls of each model through a simulated cache. */
final class ModelResults {
    private record Space(String model, CacheRule rule) {}

    private ModelResults() {}

    /** Takes what a cache could have served of each call. */
    interface HitSink {
        /**
         * Takes a call that reported its input tokens.
         *
         * @param found what the cache has of it
         * @param hit tokens that could have been read from it
         */
        void take(WholePrompt prompt, ModelResult result, Lookup found, long hit);
    }

    /** Makes a sink for each model. */
    interface Listeners {
        /** Returns who listens to a model's calls, which come in this order. */
        HitSink of(ModelResult result, List<PromptRecord> calls);
    }

    /** Returns the same, and passes on every call. */
    static List<ModelResult> of(List<PromptRecord> calls, Listeners listeners) {
        Map<Space, List<PromptRecord>> spaces = new LinkedHashMap<>();
        for (PromptRecord call : calls) {
            if (call.hasBlocks()) {
                spaces.computeIfAbsent(new Space(call.caller().model(), call.rule()), any -> new ArrayList<>())
                        .add(call);
            }
        }
        List<ModelResult> results = new ArrayList<>();
        spaces.forEach((space, own) -> {
            SimulatedCache cache = new SimulatedCache(space.rule());
            ModelResult result = new ModelResult(space.model(), space.rule());
            HitSink sink = listeners.of(result, own);
            for (PromptRecord call : own) {
                WholePrompt prompt = WholePrompt.of(call);
                Lookup found = cache.take(prompt);
                long hit = result.add(prompt, found);
                if (call.tokens().input() >= 0) {
                    sink.take(prompt, result, found, hit);
                }
            }
            results.add(result);
        });
        results.sort(Comparator.comparingLong(ModelResult::input)
                .reversed()
                .thenComparing(ModelResult::model)
                .thenComparing(
                        result -> result.rule() == null ? "" : result.rule().id()));
        return List.copyOf(results);
    }
}
