// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.trace.metric.CacheSetting.Share;
import io.agentprofiler.analyzer.trace.metric.RequestLog.Request;
import io.agentprofiler.analyzer.trace.metric.RequestLog.Role;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A simulated cache of answers with one setting. Calls come in the order they began.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class AnswerCache {
    private final CacheSetting setting;
    /** The most recently used last. */
    private final Map<Long, Request> entries = new LinkedHashMap<>(16, 0.75f, true);
    /** When the last of the writes so far ended. */
    private long written = Long.MIN_VALUE;

    /** What the cache does with a call. */
    public enum CacheResult {
        MISS,
        HIT,
        /** A hit, while the recording has a different answer from the cached one. */
        HIT_WITH_DIFFERENT_ANSWER,
        /** It would have been a hit, had nothing been written since. */
        INVALIDATED
    }

    /** Starts empty. */
    public AnswerCache(CacheSetting setting) {
        this.setting = setting;
    }

    /** Takes the next call. */
    public CacheResult take(Request call) {
        if (call.role() == Role.WRITE) {
            written = Math.max(written, call.endNanos());
            return CacheResult.MISS;
        }
        long key = setting.share() == Share.RUN
                ? call.key()
                : setting.share() == Share.CONVERSATION
                        ? SplitMix64.mix(call.key(), call.conversation())
                        : SplitMix64.mix(
                                call.key(), call.trace().high(), call.trace().low());
        Request entry = entries.get(key);
        boolean there = entry != null && entry.endNanos() <= call.startNanos();
        boolean fresh = there && call.startNanos() - entry.endNanos() <= setting.ttlNanos();
        boolean valid = fresh && (call.role() == Role.PURE || written <= entry.startNanos());
        if (valid) {
            boolean known = call.answer() != null && entry.answer() != null;
            return known && !call.answer().equals(entry.answer())
                    ? CacheResult.HIT_WITH_DIFFERENT_ANSWER
                    : CacheResult.HIT;
        }
        if (entry == null || there) {
            entries.put(key, call);
            evict();
        }
        return fresh ? CacheResult.INVALIDATED : CacheResult.MISS;
    }

    private void evict() {
        if (entries.size() > setting.size()) {
            Iterator<Map.Entry<Long, Request>> oldest = entries.entrySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }
}
