// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The configuration of a simulated cache.
 *
 * @param size answers it holds; the least recently used is evicted first
 * @param ttlNanos how long an answer stays valid, from when it was complete
 * @param share which calls share answers
 */
public record CacheSetting(int size, long ttlNanos, Share share) {
    /** Answers of a cache of which nothing else is said. */
    public static final int STANDARD_SIZE = 1000;
    /** One that never forgets an answer of the run, unless it has to make room: what applies where nothing else is said. */
    public static final CacheSetting STANDARD = new CacheSetting(STANDARD_SIZE, Long.MAX_VALUE, Share.RUN);

    private static final double SECOND = 1e9;
    private static final int[] SIZES = {10, 100, 1000, 10_000};
    private static final long[] TTL_SECONDS = {60, 300, 3600};

    /** Which calls share answers: those of the same run, conversation or workflow. */
    public enum Share {
        RUN,
        CONVERSATION,
        WORKFLOW;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the variants of this setting: other sizes, other lifetimes, less sharing. */
    public List<CacheSetting> others() {
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

    /** Returns the setting for people. */
    public String words() {
        return String.format(Locale.ROOT, "%,d answers", size)
                + (ttlNanos == Long.MAX_VALUE
                        ? ", valid forever"
                        : String.format(Locale.ROOT, ", valid for %,.0f s", ttlNanos / SECOND))
                + (share == Share.RUN ? "" : ", shared within a " + share);
    }
}
