// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Attributes of a span in the order they were written: names to String, Long, Double, Boolean, List or Map.
 *
 * <p>A flat array instead of a hash map: a span has few attributes, and millions of spans are read.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class AttributeSet implements Iterable<Map.Entry<String, Object>> {
    private static final Object[] NOTHING = new Object[0];

    /** No attributes. */
    public static final AttributeSet EMPTY = new AttributeSet(NOTHING, null);

    /** Names at even places, each followed by its value. */
    private final Object[] namesAndValues;
    /** Where a name is looked up that is not here, or {@code null}. */
    private final AttributeSet under;
    /** The {@linkplain #bit bits} of all names: most names that are asked for are not here. */
    private final long bits;

    private AttributeSet(Object[] namesAndValues, AttributeSet under) {
        this(namesAndValues, under, bits(namesAndValues) | (under == null ? 0 : under.bits));
    }

    private AttributeSet(Object[] namesAndValues, AttributeSet under, long bits) {
        this.namesAndValues = namesAndValues;
        this.under = under;
        this.bits = bits;
    }

    private static long bits(Object[] namesAndValues) {
        long all = 0;
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all |= bit(namesAndValues[i].hashCode());
        }
        return all;
    }

    /** Returns one of 64 bits for a name's hash. */
    private static long bit(int hash) {
        return 1L << (hash * 0x9E3779B9 >>> 26);
    }

    /** Makes a set of a map; values must be of the types above. */
    public static AttributeSet of(Map<String, ?> attributes) {
        Builder builder = new Builder();
        attributes.forEach(builder::add);
        return builder.build();
    }

    /** Returns the value, or {@code null} when there is none. */
    public Object get(String name) {
        int hash = name.hashCode();
        if ((bits & bit(hash)) == 0) {
            return null;
        }
        for (int i = 0; i < namesAndValues.length; i += 2) {
            // every name knows its hash
            if (namesAndValues[i].hashCode() == hash && namesAndValues[i].equals(name)) {
                return namesAndValues[i + 1];
            }
        }
        return under == null ? null : under.get(name);
    }

    /** Returns the value when it is a text, else {@code null}. */
    public String text(String name) {
        return get(name) instanceof String text ? text : null;
    }

    /** Returns the value when it is a number, else {@link Unknown#LONG}. */
    public long number(String name) {
        return get(name) instanceof Number number ? number.longValue() : Unknown.LONG;
    }

    /** Answers whether the value is {@code true}. */
    public boolean isTrue(String name) {
        return Boolean.TRUE.equals(get(name));
    }

    /** Returns the attributes of both; where both have a name, {@code winner}'s value. */
    public AttributeSet with(AttributeSet winner) {
        if (winner.namesAndValues.length == 0 && winner.under == null) {
            return this;
        }
        if (namesAndValues.length == 0 && under == null) {
            return winner;
        }
        return new AttributeSet(winner.under == null ? winner.namesAndValues : flat(winner), this, winner.bits | bits);
    }

    private static Object[] flat(AttributeSet set) {
        Builder builder = new Builder();
        set.asMap().forEach(builder::add);
        return builder.build().namesAndValues;
    }

    /** Tells each name with the value that {@link #get} returns, without making a map. */
    public void forEach(BiConsumer<String, Object> each) {
        forEach(this, each);
    }

    private void forEach(AttributeSet whole, BiConsumer<String, Object> each) {
        if (under != null) {
            under.forEach(whole, each);
        }
        long told = under == null ? 0 : under.bits;
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = (String) namesAndValues[i];
            long bit = bit(name.hashCode());
            if ((told & bit) == 0 || !isTold(name, i)) {
                each.accept(name, this == whole ? namesAndValues[i + 1] : whole.get(name));
            }
            told |= bit;
        }
    }

    /** Answers whether a name is there before a place, or in what lies under. */
    private boolean isTold(String name, int place) {
        for (int i = 0; i < place; i += 2) {
            if (namesAndValues[i].equals(name)) {
                return true;
            }
        }
        return under != null && under.get(name) != null;
    }

    /** Returns the attributes as a map that cannot be changed. */
    public Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        fill(map);
        return Collections.unmodifiableMap(map);
    }

    private void fill(Map<String, Object> map) {
        if (under != null) {
            under.fill(map);
        }
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
    }

    @Override
    public Iterator<Map.Entry<String, Object>> iterator() {
        return asMap().entrySet().iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AttributeSet set && asMap().equals(set.asMap());
    }

    @Override
    public int hashCode() {
        return asMap().hashCode();
    }

    @Override
    public String toString() {
        return asMap().toString();
    }

    /** Collects attributes; reusable after {@link #build}. Not thread-safe. */
    public static final class Builder {
        private Object[] namesAndValues = new Object[32];
        private int length;

        /** Adds an attribute. A {@code null} value is left out; of two with the same name the first is found. */
        public Builder add(String name, Object value) {
            if (value != null) {
                if (length == namesAndValues.length) {
                    namesAndValues = Arrays.copyOf(namesAndValues, length * 2);
                }
                namesAndValues[length++] = name;
                namesAndValues[length++] = value;
            }
            return this;
        }

        /** Returns what was collected and starts anew. */
        public AttributeSet build() {
            if (length == 0) {
                return EMPTY;
            }
            AttributeSet set = new AttributeSet(Arrays.copyOf(namesAndValues, length), null);
            Arrays.fill(namesAndValues, 0, length, null);
            length = 0;
            return set;
        }
    }
}
