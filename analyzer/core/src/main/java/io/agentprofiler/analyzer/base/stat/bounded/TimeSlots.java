// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat.bounded;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.ToLongFunction;

/**
 * Samples over time in a limited number of slots. Of a long time a slot holds all samples of a stretch; how long stretches are depends
 * on the first and the last sample only, so samples may come in any order and in parts.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * @param <S> one or several samples, immutable
 */
public final class TimeSlots<S> {
    /** Stretches are 2 to this power nanoseconds long, about a second, or longer. */
    private static final int SHORTEST = 30;

    private final int most;
    private final ToLongFunction<S> first;
    private final BinaryOperator<S> plus;
    private final SortedMap<Long, S> slots = new TreeMap<>();
    private int shift = SHORTEST;

    /**
     * Starts with nothing.
     *
     * @param most slots
     * @param first returns when the first sample of a slot was taken, nanoseconds since 1970
     * @param plus puts samples of one stretch together
     */
    public TimeSlots(int most, ToLongFunction<S> first, BinaryOperator<S> plus) {
        this.most = most;
        this.first = first;
        this.plus = plus;
    }

    /** Adds samples. */
    public void add(S slot) {
        slots.merge(first.applyAsLong(slot) >> shift, slot, plus);
        while (slots.lastKey() - slots.firstKey() >= most) {
            shift++;
            rebuild();
        }
    }

    /** Adds the samples of another part. */
    public void add(TimeSlots<S> more) {
        if (more.shift > shift) {
            shift = more.shift;
            rebuild();
        }
        more.slots.values().forEach(this::add);
    }

    private void rebuild() {
        List<S> all = List.copyOf(slots.values());
        slots.clear();
        all.forEach(slot -> slots.merge(first.applyAsLong(slot) >> shift, slot, plus));
    }

    /** Returns the slots, by time. */
    public List<S> inOrder() {
        return List.copyOf(slots.values());
    }
}
