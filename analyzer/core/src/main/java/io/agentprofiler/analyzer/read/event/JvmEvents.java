// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What flight recordings tell of the JVM itself, to be asked by time: pauses for garbage collection, and waits for locks.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class JvmEvents {
    /** No recording. */
    public static final JvmEvents NONE = new JvmEvents(List.of(), Map.of());

    /**
     * A stretch of time.
     *
     * @param startNanos since 1970
     * @param endNanos since 1970
     * @param what name of the pause, or class of the lock
     */
    public record Stretch(long startNanos, long endNanos, String what) {
        private static final Comparator<Stretch> BY_START =
                Comparator.comparingLong(Stretch::startNanos).thenComparingLong(Stretch::endNanos);

        /** Returns how much of it lies in {@code from..to}. */
        public long within(long from, long to) {
            return Math.max(0, Math.min(endNanos, to) - Math.max(startNanos, from));
        }
    }

    private final List<Stretch> pauses;
    private final Map<String, List<Stretch>> locks;

    private JvmEvents(List<Stretch> pauses, Map<String, List<Stretch>> locks) {
        this.pauses = pauses;
        this.locks = locks;
    }

    /** Returns what flight recordings told. */
    public static JvmEvents of(JvmPauses pauses) {
        List<Stretch> collections = new ArrayList<>();
        Map<String, List<Stretch>> locks = new HashMap<>();
        for (JvmPauses.Pause pause : pauses.byStart()) {
            Stretch stretch =
                    new Stretch(pause.epochNanos(), pause.epochNanos() + pause.nanos(), String.valueOf(pause.detail()));
            if (pause.kind() == JvmPauses.Kind.GC) {
                collections.add(stretch);
            } else if (pause.thread() != null) {
                locks.computeIfAbsent(pause.thread(), any -> new ArrayList<>()).add(stretch);
            }
        }
        return of(collections, locks);
    }

    /**
     * Returns stretches by themselves.
     *
     * @param pauses of the whole JVM
     * @param locks waits for locks by thread
     */
    public static JvmEvents of(List<Stretch> pauses, Map<String, List<Stretch>> locks) {
        Map<String, List<Stretch>> sorted = new HashMap<>();
        locks.forEach((thread, waits) ->
                sorted.put(thread, waits.stream().sorted(Stretch.BY_START).toList()));
        return new JvmEvents(pauses.stream().sorted(Stretch.BY_START).toList(), sorted);
    }

    /** Answers whether there is anything to tell. */
    public boolean isEmpty() {
        return pauses.isEmpty() && locks.isEmpty();
    }

    /** Returns the pauses for garbage collection that touch {@code from..to}, in order of time. */
    public List<Stretch> pauses(long from, long to) {
        return touching(pauses, from, to);
    }

    /** Returns the waits for locks of a thread that touch {@code from..to}, in order of time. */
    public List<Stretch> locks(String thread, long from, long to) {
        return touching(locks.getOrDefault(thread, List.of()), from, to);
    }

    /** Stretches of one list do not overlap: a pause stops all, and a thread waits for one lock at a time. */
    private static List<Stretch> touching(List<Stretch> sorted, long from, long to) {
        int first = Collections.binarySearch(sorted, new Stretch(from, from, ""), Stretch.BY_START);
        int at = Math.max(0, (first < 0 ? -first - 1 : first) - 1);
        List<Stretch> found = new ArrayList<>();
        for (; at < sorted.size() && sorted.get(at).startNanos() < to; at++) {
            if (sorted.get(at).within(from, to) > 0) {
                found.add(sorted.get(at));
            }
        }
        return found;
    }
}
