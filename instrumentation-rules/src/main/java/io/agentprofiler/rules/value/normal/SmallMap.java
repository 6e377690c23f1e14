// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.normal;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * A map of a few entries in the order they were added, a fifth of the size of a {@link java.util.LinkedHashMap}: objects of a
 * prompt have two or three fields each, and a prompt has hundreds of objects.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class SmallMap extends AbstractMap<String, Object> {
    /** More entries are found faster in a map of another kind. */
    public static final int MOST = 16;

    /** Names at even places, each before its value. */
    private Object[] entries;

    private int size;

    /**
     * Creates an empty map.
     *
     * @param usual how many entries it has room for; it grows with more
     */
    public SmallMap(int usual) {
        entries = new Object[2 * usual];
    }

    @Override
    public Object put(String key, Object value) {
        int at = find(key);
        if (at >= 0) {
            Object before = entries[at + 1];
            entries[at + 1] = value;
            return before;
        }
        if (2 * size == entries.length) {
            entries = Arrays.copyOf(entries, Math.max(2, 2 * entries.length));
        }
        entries[2 * size] = key;
        entries[2 * size + 1] = value;
        size++;
        return null;
    }

    @Override
    public Object get(Object key) {
        int at = find(key);
        return at < 0 ? null : entries[at + 1];
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) >= 0;
    }

    @Override
    public int size() {
        return size;
    }

    /** Returns the name of an entry, by its place among them. */
    public String nameAt(int place) {
        return (String) entries[2 * Objects.checkIndex(place, size)];
    }

    /** Returns the value of an entry, by its place among them. */
    public Object valueAt(int place) {
        return entries[2 * Objects.checkIndex(place, size) + 1];
    }

    /** Removes all entries, and keeps the room for as many. */
    @Override
    public void clear() {
        Arrays.fill(entries, 0, 2 * size, null);
        size = 0;
    }

    private void removeAt(int at) {
        System.arraycopy(entries, at + 2, entries, at, 2 * size - at - 2);
        size--;
        entries[2 * size] = null;
        entries[2 * size + 1] = null;
    }

    private int find(Object key) {
        for (int at = 0; at < 2 * size; at += 2) {
            if (entries[at].equals(key)) {
                return at;
            }
        }
        return -1;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Object> action) {
        for (int at = 0; at < 2 * size; at += 2) {
            action.accept((String) entries[at], entries[at + 1]);
        }
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return new Entries();
    }

    private final class Entries extends AbstractSet<Map.Entry<String, Object>> {
        @Override
        public Iterator<Map.Entry<String, Object>> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < size;
                }

                @Override
                public Map.Entry<String, Object> next() {
                    if (next == size) {
                        throw new NoSuchElementException();
                    }
                    int at = 2 * next++;
                    return new SimpleImmutableEntry<>((String) entries[at], entries[at + 1]);
                }

                @Override
                public void remove() {
                    removeAt(2 * --next);
                }
            };
        }

        @Override
        public int size() {
            return size;
        }
    }
}
