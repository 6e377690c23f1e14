// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import java.util.Arrays;

/**
 * A hash map from non-zero {@code long} to objects, without boxes: it is asked once per event.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class LongMap<V> {
    private static final int FEWEST_SLOTS = 8;

    private long[] keys;
    private Object[] values;
    private int size;

    /** Makes a map with room for a number of entries; it grows beyond. */
    public LongMap(int entries) {
        int slots = FEWEST_SLOTS;
        while (slots < entries * 2L + 1 && slots < 1 << 29) {
            slots *= 2;
        }
        keys = new long[slots];
        values = new Object[slots];
    }

    /** Returns how many entries there are. */
    public int size() {
        return size;
    }

    /** Returns the value of a key, or {@code null} without one. */
    @SuppressWarnings("unchecked") // only put() fills values
    public V get(long key) {
        int mask = keys.length - 1;
        for (int slot = slot(key, mask); keys[slot] != 0; slot = slot + 1 & mask) {
            if (keys[slot] == key) {
                return (V) values[slot];
            }
        }
        return null;
    }

    /** Sets the value of a key, which is not 0. */
    public void put(long key, V value) {
        if (size * 2 >= keys.length) {
            grow();
        }
        int mask = keys.length - 1;
        int slot = slot(key, mask);
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        if (keys[slot] == 0) {
            keys[slot] = key;
            size++;
        }
        values[slot] = value;
    }

    public void remove(long key) {
        remove(key, null);
    }

    /** Removes the entry of a key if it has this value; {@code null} stands for any. */
    public void remove(long key, V value) {
        int mask = keys.length - 1;
        int slot = slot(key, mask);
        while (keys[slot] != key) {
            if (keys[slot] == 0) {
                return;
            }
            slot = slot + 1 & mask;
        }
        if (value == null || values[slot] == value) {
            size--;
            closeGap(slot, mask);
        }
    }

    /** Moves later entries of the same run of slots up, so that no look-up ends at the freed slot. */
    private void closeGap(int freed, int mask) {
        int gap = freed;
        for (int slot = gap + 1 & mask; keys[slot] != 0; slot = slot + 1 & mask) {
            int home = slot(keys[slot], mask);
            if ((slot - home & mask) >= (slot - gap & mask)) {
                keys[gap] = keys[slot];
                values[gap] = values[slot];
                gap = slot;
            }
        }
        keys[gap] = 0;
        values[gap] = null;
    }

    /** Returns the keys in ascending order. */
    public long[] sortedKeys() {
        return Arrays.stream(keys).filter(key -> key != 0).sorted().toArray();
    }

    private static int slot(long key, int mask) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 40) & mask;
    }

    private void grow() {
        long[] oldKeys = keys;
        Object[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new Object[keys.length];
        int mask = keys.length - 1;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = slot(oldKeys[i], mask);
                while (keys[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
