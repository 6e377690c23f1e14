// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.cache;

import io.agentprofiler.analyzer.whatif.Mixed;
import io.agentprofiler.analyzer.whatif.cache.AskedLog.Asked;
import io.agentprofiler.analyzer.whatif.cache.AskedLog.Role;
import io.agentprofiler.analyzer.whatif.cache.CacheSetting.Share;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A cache of answers with a setting, to which calls come in the order they began.
 *
 * <p><b>Threading:</b> one thread.
 */
final class AnswerCache {
    private final CacheSetting setting;
    /** Last used last. */
    private final Map<Long, Asked> entries = new LinkedHashMap<>(16, 0.75f, true);
    /** When the last of the writes that have begun is over. */
    private long written = Long.MIN_VALUE;

    /** What becomes of a call. */
    enum Outcome {
        ASKED,
        ANSWERED,
        /** Answered, while the recording has another answer than the one that was kept. */
        ANSWERED_OTHERWISE,
        /** It would have been answered, had nothing been written since. */
        WRITTEN_SINCE
    }

    AnswerCache(CacheSetting setting) {
        this.setting = setting;
    }

    /** Takes the next call. */
    Outcome take(Asked call) {
        if (call.role() == Role.WRITE) {
            written = Math.max(written, call.endNanos());
            return Outcome.ASKED;
        }
        long key = setting.share() == Share.RUN
                ? call.key()
                : setting.share() == Share.CONVERSATION
                        ? Mixed.of(call.key(), call.conversation())
                        : Mixed.of(call.key(), call.trace().high(), call.trace().low());
        Asked entry = entries.get(key);
        boolean there = entry != null && entry.endNanos() <= call.startNanos();
        boolean fresh = there && call.startNanos() - entry.endNanos() <= setting.ttlNanos();
        boolean valid = fresh && (call.role() == Role.PURE || written <= entry.startNanos());
        if (valid) {
            boolean known = call.answer() != null && entry.answer() != null;
            return known && !call.answer().equals(entry.answer()) ? Outcome.ANSWERED_OTHERWISE : Outcome.ANSWERED;
        }
        if (entry == null || there) {
            entries.put(key, call);
            evict();
        }
        return fresh ? Outcome.WRITTEN_SINCE : Outcome.ASKED;
    }

    private void evict() {
        if (entries.size() > setting.size()) {
            Iterator<Map.Entry<Long, Asked>> oldest = entries.entrySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }
}
