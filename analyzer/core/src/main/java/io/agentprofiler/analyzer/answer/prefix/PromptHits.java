// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.answer.prefix.cache.CacheCosts;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The achievable cache hits of each call under its rule.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class PromptHits {
    private final List<ModelResult> models;
    private final Map<SpanRef, Hit> hits = new HashMap<>();
    private final long dropped;

    /**
     * A call.
     *
     * @param result its model and rule
     * @param achievable tokens that could have been read from the cache
     * @param recorded tokens that were, {@link Unknown#LONG} where not reported
     * @param savedUsd US dollars less, negative if more; {@code null} where the call has no price
     */
    public record Hit(ModelResult result, long achievable, long recorded, BigDecimal savedUsd) {
        /** Returns the tokens that could have been read from the cache and were not; 0 if more was read than predicted. */
        public long more() {
            return Math.max(0, achievable - Math.max(0, recorded));
        }
    }

    private PromptHits(PromptLog log) {
        models = ModelResults.of(
                log.inOrder(),
                (model, calls) -> (prompt, result, found, hit) ->
                        hits.put(prompt.call().ref(), hit(prompt.call(), result, hit, found.written())));
        dropped = log.dropped();
    }

    /** Computes the result. */
    public static PromptHits of(PromptLog log) {
        return new PromptHits(log);
    }

    private static Hit hit(PromptRecord call, ModelResult result, long achievable, long writeTo) {
        long recorded = call.tokens().cacheRead();
        Optional<Cost> own =
                call.rates() == null ? Optional.empty() : call.rates().cost(call.tokens());
        // calls that read more than the rule allows stay as recorded
        Optional<Cost> then = recorded > achievable ? own : CacheCosts.ofHit(call, achievable, writeTo);
        BigDecimal saved = own.isEmpty() || then.isEmpty()
                ? null
                : own.get().total().subtract(then.get().total());
        return new Hit(result, Math.max(achievable, recorded), recorded, saved);
    }

    /** Returns a call's, or {@code null} where its prompt or its tokens are not known. */
    public Hit of(TraceId trace, long span) {
        return hits.get(new SpanRef(trace, span));
    }

    /** Returns the models, the one with most input first. */
    public List<ModelResult> models() {
        return models;
    }

    /** Returns how many calls began too late to be kept in memory. */
    public long dropped() {
        return dropped;
    }
}
