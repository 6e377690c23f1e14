// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * What is known of the few classes that one place meets again and again, found without asking the classes themselves. It keeps
 * neither a class nor what is known of it alive: that belongs to the class.
 *
 * <p><b>Threading:</b> any thread, without locks. Of two that are added at the same time either may be forgotten.
 *
 * @param <T> what is known
 */
public final class RecentClasses<T extends RecentClasses.Known> {
    /** More classes than this take turns in remembering. */
    private static final int MOST = 8;

    /** What is known of one class, kept by that class. */
    public abstract static class Known {
        private final Class<?> type;
        private final Reference<Known> weak;

        protected Known(Class<?> type) {
            this.type = type;
            this.weak = new WeakReference<>(this);
        }
    }

    /** Never {@code null} at any place. Places of a full array are written to, those of others are not. */
    private volatile Reference<?>[] recent = {};

    private int next;

    /** Returns what is known of a class, {@code null} when that is not remembered. */
    @SuppressWarnings("unchecked")
    public T get(Class<?> type) {
        for (Reference<?> each : recent) {
            Known found = (Known) each.get();
            if (found != null && found.type == type) {
                return (T) found;
            }
        }
        return null;
    }

    /** Remembers what is known of a class. */
    public void add(T found) {
        Known known = found;
        Reference<?>[] before = recent;
        if (before.length < MOST) {
            Reference<?>[] after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = known.weak;
            recent = after;
        } else {
            before[next++ & MOST - 1] = known.weak;
        }
    }
}
