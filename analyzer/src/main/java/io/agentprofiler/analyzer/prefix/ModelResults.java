// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the calls of each model through a cache of their own. */
final class ModelResults {
    private record Space(String model, CacheRule rule) {}

    private ModelResults() {}

    /** Hears what a cache could have served of a call. */
    interface HitSink {
        /**
         * Takes a call that reported its input tokens.
         *
         * @param hit tokens that could have been read from the cache
         * @param writeTo tokens up to which the rest would be written to it
         */
        void take(PromptRecord call, ModelResult result, long hit, long writeTo);
    }

    /** Returns the calls of a result, in order of time. */
    static List<PromptRecord> callsOf(ModelResult result, List<PromptRecord> calls) {
        return calls.stream()
                .filter(call ->
                        call.hasBlocks() && call.place().model().equals(result.model()) && call.rule() == result.rule())
                .toList();
    }

    /** Returns a result for every model and rule, the one with most input first. */
    static List<ModelResult> of(List<PromptRecord> calls) {
        return of(calls, (call, result, hit, writeTo) -> {});
    }

    /** Returns the same, and tells of every call. */
    static List<ModelResult> of(List<PromptRecord> calls, HitSink sink) {
        Map<Space, List<PromptRecord>> spaces = new LinkedHashMap<>();
        for (PromptRecord call : calls) {
            if (call.hasBlocks()) {
                spaces.computeIfAbsent(new Space(call.place().model(), call.rule()), any -> new ArrayList<>())
                        .add(call);
            }
        }
        List<ModelResult> results = new ArrayList<>();
        spaces.forEach((space, own) -> {
            SimulatedCache cache = new SimulatedCache(space.rule());
            ModelResult result = new ModelResult(space.model(), space.rule());
            for (PromptRecord call : own) {
                WholePrompt prompt = WholePrompt.of(call);
                SimulatedCache.Found found = cache.take(prompt);
                long hit = result.add(prompt, found);
                if (call.tokens().input() >= 0) {
                    sink.take(call, result, hit, found.written());
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
