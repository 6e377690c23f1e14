// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * Attributes of a span in the order they were written: names to String, Long, Double, Boolean, List or Map.
 *
 * <p>Two flat arrays instead of a hash map: a span has few attributes, and millions of spans are read.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class AttributeSet implements Iterable<Map.Entry<String, Object>> {
    /** No attributes. */
    public static final AttributeSet EMPTY = new AttributeSet(new Object[0]);

    /** Names at even places, each followed by its value. */
    private final Object[] namesAndValues;

    private AttributeSet(Object[] namesAndValues) {
        this.namesAndValues = namesAndValues;
    }

    /** Makes a set of a map; values must be of the types above. */
    public static AttributeSet of(Map<String, ?> attributes) {
        Builder builder = new Builder();
        attributes.forEach(builder::add);
        return builder.build();
    }

    /** Returns the number of attributes. */
    public int size() {
        return namesAndValues.length / 2;
    }

    /** Returns the value, or {@code null} when there is none. */
    public Object get(String name) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i].equals(name)) {
                return namesAndValues[i + 1];
            }
        }
        return null;
    }

    /** Returns the value when it is a text, else {@code null}. */
    public String text(String name) {
        return get(name) instanceof String text ? text : null;
    }

    /** Returns the value when it is a number, else {@link SpanEvent#ABSENT}. */
    public long number(String name) {
        return get(name) instanceof Number number ? number.longValue() : SpanEvent.ABSENT;
    }

    /** Answers whether the value is {@code true}. */
    public boolean isTrue(String name) {
        return Boolean.TRUE.equals(get(name));
    }

    /** Returns the attributes of both; where both have a name, {@code winner}'s value. */
    public AttributeSet with(AttributeSet winner) {
        if (winner.namesAndValues.length == 0) {
            return this;
        }
        if (namesAndValues.length == 0) {
            return winner;
        }
        Builder builder = new Builder();
        forEach(entry -> builder.add(entry.getKey(), entry.getValue()));
        winner.forEach(entry -> builder.put(entry.getKey(), entry.getValue()));
        return builder.build();
    }

    @Override
    public Iterator<Map.Entry<String, Object>> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < namesAndValues.length;
            }

            @Override
            public Map.Entry<String, Object> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                next += 2;
                return Map.entry((String) namesAndValues[next - 2], namesAndValues[next - 1]);
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AttributeSet set && Arrays.equals(namesAndValues, set.namesAndValues);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(namesAndValues);
    }

    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        forEach(entry -> parts.add(entry.getKey() + "=" + entry.getValue()));
        return String.join(", ", parts);
    }

    /** Collects attributes; reusable after {@link #build}. Not thread-safe. */
    public static final class Builder {
        private final List<Object> namesAndValues = new ArrayList<>();

        /** Adds an attribute that is not there yet. A {@code null} value is left out. */
        public Builder add(String name, Object value) {
            if (value != null) {
                namesAndValues.add(name);
                namesAndValues.add(value);
            }
            return this;
        }

        /** Sets an attribute, replacing the value it may have. */
        public Builder put(String name, Object value) {
            for (int i = 0; i < namesAndValues.size(); i += 2) {
                if (namesAndValues.get(i).equals(name)) {
                    namesAndValues.set(i + 1, value);
                    return this;
                }
            }
            return add(name, value);
        }

        /** Returns what was collected and starts anew. */
        public AttributeSet build() {
            if (namesAndValues.isEmpty()) {
                return EMPTY;
            }
            AttributeSet set = new AttributeSet(namesAndValues.toArray());
            namesAndValues.clear();
            return set;
        }
    }
}
