// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.scenario;

import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.metric.AnswerCache;
import io.agentprofiler.analyzer.trace.metric.AnswerCache.CacheResult;
import io.agentprofiler.analyzer.trace.metric.CacheSetting;
import io.agentprofiler.analyzer.trace.metric.RequestLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which of the recorded calls caches of some settings would have answered.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class CacheHits {
    private static final int DIFFERENT = 1 << 30;
    private static final int INVALIDATED = 1 << 29;

    /** The calls that would be hits: a bit for each setting in which they are, and the two above. */
    private final Map<SpanRef, Integer> hits = new HashMap<>();

    /** Runs the recorded calls, in order of time, through a cache for each setting; the first one is the chosen one. */
    public CacheHits(RequestLog log, List<CacheSetting> settings) {
        List<AnswerCache> caches = settings.stream().map(AnswerCache::new).toList();
        for (RequestLog.Request call : log.inOrder()) {
            int bits = 0;
            for (int i = 0; i < caches.size(); i++) {
                CacheResult result = caches.get(i).take(call);
                bits |= result == CacheResult.HIT || result == CacheResult.HIT_WITH_DIFFERENT_ANSWER ? 1 << i : 0;
                bits |= i == 0 && result == CacheResult.HIT_WITH_DIFFERENT_ANSWER ? DIFFERENT : 0;
                bits |= i == 0 && result == CacheResult.INVALIDATED ? INVALIDATED : 0;
            }
            if (bits != 0) {
                hits.put(new SpanRef(call.trace(), call.span()), bits);
            }
        }
    }

    /** Returns what became of a call, 0 where no cache would have answered it. */
    int of(TraceId trace, long span) {
        return hits.getOrDefault(new SpanRef(trace, span), 0);
    }

    /** Answers whether the cache of the chosen setting would have answered a call. */
    public boolean isHit(TraceId trace, long span) {
        return isHit(of(trace, span), 0);
    }

    /** Answers whether the cache of a setting would have answered. */
    static boolean isHit(int found, int setting) {
        return (found & 1 << setting) != 0;
    }

    /** Answers whether the recording has another answer than the cache of the chosen setting. */
    static boolean isDifferent(int found) {
        return (found & DIFFERENT) != 0;
    }

    /** Answers whether a write had made the chosen cache forget the answer. */
    static boolean isInvalidated(int found) {
        return (found & INVALIDATED) != 0;
    }
}
