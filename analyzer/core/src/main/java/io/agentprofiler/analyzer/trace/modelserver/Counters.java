// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.modelserver;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Figures that count from the server's start, by name: how much each grew from sample to sample. They are taken together: when one
 * falls, the server was started anew, and all begin from there; what it had counted up to then is not known and left out.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Counters {
    private final Map<String, Long> first = new HashMap<>();
    private final Map<String, Long> last = new HashMap<>();
    private final SortedMap<String, Long> grown = new TreeMap<>();
    /** Whether the server was started anew; then {@link #first} is of before. */
    private boolean restarted;

    /** Takes the next sample; what it lacks is absent. */
    void add(Map<String, Long> values) {
        step(values);
        values.forEach(this::begin);
        last.putAll(values);
    }

    /** Takes the samples of a later part of the same run. */
    void addLater(Counters later) {
        step(later.first);
        addOther(later);
        later.first.forEach(this::begin);
        if (later.restarted) {
            last.clear();
        }
        last.putAll(later.last);
        restarted |= later.restarted;
    }

    /** Takes the growth of another run. */
    void addOther(Counters other) {
        other.grown.forEach(this::grow);
    }

    /** Returns how much a counter grew, absent when fewer than two samples in a row had it. */
    long grown(String counter) {
        return grown.getOrDefault(counter, Unknown.LONG);
    }

    /** Returns how much each counter grew whose name begins with a prefix, by the rest of the name. */
    SortedMap<String, Long> grownBelow(String prefix) {
        SortedMap<String, Long> below = new TreeMap<>();
        grown.forEach((counter, by) -> {
            if (counter.startsWith(prefix)) {
                below.put(counter.substring(prefix.length()), by);
            }
        });
        return below;
    }

    private void begin(String counter, long value) {
        if (!restarted) {
            first.putIfAbsent(counter, value);
        }
    }

    private void step(Map<String, Long> values) {
        for (Map.Entry<String, Long> value : values.entrySet()) {
            Long before = last.get(value.getKey());
            if (before != null && value.getValue() < before) {
                // also of counters that this sample lacks nothing from before is comparable
                last.clear();
                restarted = true;
                return;
            }
        }
        values.forEach((counter, value) -> {
            Long before = last.get(counter);
            if (before != null) {
                grow(counter, value - before);
            }
        });
    }

    private void grow(String counter, long by) {
        grown.merge(counter, by, Long::sum);
    }
}
