// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import java.util.concurrent.atomic.AtomicReference;

/**
 * A few things by their keys, looked up far more often than added: an array that is probed, and replaced by a larger copy when
 * something is added.
 *
 * <p><b>Threading:</b> any thread, without locks. Of two values that are added for one key at the same time either may stay.
 */
final class KeyTable {
    private static final int SMALLEST = 16;

    /** Keys at even places, each before its value; a power of two long, and at most half full. Never written to. */
    private final AtomicReference<Object[]> entries = new AtomicReference<>(new Object[SMALLEST]);

    /** Returns the value of a key, {@code null} where it has none. */
    Object get(AccessKey key) {
        Object[] table = entries.get();
        for (int at = key.hashCode() << 1 & table.length - 1; ; at = at + 2 & table.length - 1) {
            Object found = table[at];
            if (found == null) {
                return null;
            }
            if (key.equals(found)) {
                return table[at + 1];
            }
        }
    }

    /** Adds a value. */
    void put(AccessKey key, Object value) {
        Object[] before;
        Object[] after;
        do {
            before = entries.get();
            after = with(before, key, value);
        } while (!entries.compareAndSet(before, after));
    }

    private static Object[] with(Object[] before, AccessKey key, Object value) {
        int used = 1;
        for (int at = 0; at < before.length; at += 2) {
            used += before[at] == null ? 0 : 1;
        }
        Object[] after = new Object[used * 4 > before.length ? before.length * 2 : before.length];
        for (int at = 0; at < before.length; at += 2) {
            if (before[at] != null) {
                add(after, (AccessKey) before[at], before[at + 1]);
            }
        }
        add(after, key, value);
        return after;
    }

    private static void add(Object[] table, AccessKey key, Object value) {
        int at = key.hashCode() << 1 & table.length - 1;
        while (table[at] != null && !key.equals(table[at])) {
            at = at + 2 & table.length - 1;
        }
        table[at] = key;
        table[at + 1] = value;
    }
}
