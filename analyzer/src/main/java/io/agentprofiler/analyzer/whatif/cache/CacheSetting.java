// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a cache is set up.
 *
 * @param size answers it holds; the one that was not used for longest goes first
 * @param ttlNanos how long an answer may be used, from when it was there
 * @param share who answers whom
 */
public record CacheSetting(int size, long ttlNanos, Share share) {
    private static final double SECOND = 1e9;
    private static final int[] SIZES = {10, 100, 1000, 10_000};
    private static final long[] TTL_SECONDS = {60, 300, 3600};

    /** Among which calls answers are shared. */
    public enum Share {
        RUN,
        CONVERSATION,
        WORKFLOW;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns settings next to this one: other sizes, other lives of an answer, fewer that share. */
    List<CacheSetting> others() {
        List<CacheSetting> others = new ArrayList<>();
        for (int other : SIZES) {
            others.add(new CacheSetting(other, ttlNanos, share));
        }
        for (long seconds : TTL_SECONDS) {
            others.add(new CacheSetting(size, seconds * (long) SECOND, share));
        }
        others.add(new CacheSetting(size, Long.MAX_VALUE, share));
        for (Share other : Share.values()) {
            if (other.compareTo(share) > 0) {
                others.add(new CacheSetting(size, ttlNanos, other));
            }
        }
        others.removeIf(this::equals);
        return others;
    }

    /** Says what it is. */
    String words() {
        return String.format(Locale.ROOT, "%,d answers", size)
                + (ttlNanos == Long.MAX_VALUE
                        ? ", for ever"
                        : String.format(Locale.ROOT, ", for %,.0f s", ttlNanos / SECOND))
                + (share == Share.RUN ? "" : ", within a " + share);
    }
}
