// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.modelserver;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.ServerLoad;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The load of one model at one server over time: its latest samples.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class LoadTimeline {
    /** Nearly six hours of samples every five seconds; a call that began earlier meets an unknown load. */
    private static final int MOST = 4096;
    /** A sample further away than this, and than two samples are apart, says nothing of the moment. */
    private static final long NEAR_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final ServerLoad DOWN = new ServerLoad(Unknown.LONG, Unknown.LONG, Double.NaN);

    private final NavigableMap<Long, ServerLoad> loads = new TreeMap<>();
    private long smallestGap = Long.MAX_VALUE;

    void add(long time, ServerLoad load) {
        Long before = loads.lowerKey(time);
        if (before != null) {
            smallestGap = Math.min(smallestGap, time - before);
        }
        loads.put(time, load);
        if (loads.size() > MOST) {
            loads.pollFirstEntry();
        }
    }

    /** The server did not answer at that time. */
    void down(long time) {
        add(time, DOWN);
    }

    void add(LoadTimeline more) {
        more.loads.forEach(this::add);
    }

    /** Returns the load sampled nearest to a time; {@code null} when none was near enough, or the server was down. */
    ServerLoad at(long time) {
        Map.Entry<Long, ServerLoad> before = loads.floorEntry(time);
        Map.Entry<Long, ServerLoad> after = loads.ceilingEntry(time);
        if (before == null && after == null) {
            return null;
        }
        boolean first = after == null || before != null && time - before.getKey() <= after.getKey() - time;
        Map.Entry<Long, ServerLoad> nearest = first ? before : after;
        long near = smallestGap == Long.MAX_VALUE ? NEAR_NANOS : Math.max(NEAR_NANOS, 2 * smallestGap);
        return nearest.getValue() == DOWN || Math.abs(nearest.getKey() - time) > near ? null : nearest.getValue();
    }
}
