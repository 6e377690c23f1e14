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
    public record JvmStretch(long startNanos, long endNanos, String what) {
        private static final Comparator<JvmStretch> BY_START =
                Comparator.comparingLong(JvmStretch::startNanos).thenComparingLong(JvmStretch::endNanos);

        /** Returns how much of it lies in {@code from..to}. */
        public long within(long from, long to) {
            return Math.max(0, Math.min(endNanos, to) - Math.max(startNanos, from));
        }
    }

    private final List<JvmStretch> pauses;
    private final Map<String, List<JvmStretch>> locks;

    private JvmEvents(List<JvmStretch> pauses, Map<String, List<JvmStretch>> locks) {
        this.pauses = pauses;
        this.locks = locks;
    }

    /** Returns what flight recordings told. */
    public static JvmEvents of(JvmPauses pauses) {
        List<JvmStretch> collections = new ArrayList<>();
        Map<String, List<JvmStretch>> locks = new HashMap<>();
        for (JvmPauses.Pause pause : pauses.byStart()) {
            JvmStretch stretch = new JvmStretch(
                    pause.epochNanos(), pause.epochNanos() + pause.nanos(), String.valueOf(pause.detail()));
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
    public static JvmEvents of(List<JvmStretch> pauses, Map<String, List<JvmStretch>> locks) {
        Map<String, List<JvmStretch>> sorted = new HashMap<>();
        locks.forEach((thread, waits) ->
                sorted.put(thread, waits.stream().sorted(JvmStretch.BY_START).toList()));
        return new JvmEvents(pauses.stream().sorted(JvmStretch.BY_START).toList(), sorted);
    }

    /** Answers whether there is anything to tell. */
    public boolean isEmpty() {
        return pauses.isEmpty() && locks.isEmpty();
    }

    /** Returns the pauses for garbage collection that touch {@code from..to}, in order of time. */
    public List<JvmStretch> pauses(long from, long to) {
        return touching(pauses, from, to);
    }

    /** Returns the waits for locks of a thread that touch {@code from..to}, in order of time. */
    public List<JvmStretch> locks(String thread, long from, long to) {
        return touching(locks.getOrDefault(thread, List.of()), from, to);
    }

    /** Stretches of one list do not overlap: a pause stops all, and a thread waits for one lock at a time. */
    private static List<JvmStretch> touching(List<JvmStretch> sorted, long from, long to) {
        int first = Collections.binarySearch(sorted, new JvmStretch(from, from, ""), JvmStretch.BY_START);
        int at = Math.max(0, (first < 0 ? -first - 1 : first) - 1);
        List<JvmStretch> found = new ArrayList<>();
        for (; at < sorted.size() && sorted.get(at).startNanos() < to; at++) {
            if (sorted.get(at).within(from, to) > 0) {
                found.add(sorted.get(at));
            }
        }
        return found;
    }
}
