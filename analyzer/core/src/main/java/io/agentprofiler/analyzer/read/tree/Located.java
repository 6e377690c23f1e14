// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.tree;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A value of a JSON document and the JSON pointer of its place.
 *
 * <p>Nothing throws: what is not as expected is counted, with its place, and taken as absent.
 *
 * <p><b>Threading:</b> immutable; the counter belongs to the thread that reads.
 */
public final class Located {
    private static final int MAX_SHOWN = 40;

    /** String, Long, BigDecimal, Boolean, List, Map, or {@code null} where there is none. */
    private final Object value;

    private final Located parent;
    private final String name;
    private final Skipped skipped;

    private Located(Object value, Located parent, String name, Skipped skipped) {
        this.value = value;
        this.parent = parent;
        this.name = name;
        this.skipped = skipped;
    }

    /**
     * Returns a document.
     *
     * @param pointer where it is in its file, empty for the whole of it
     */
    public static Located of(Object value, String pointer, Skipped skipped) {
        return new Located(value, null, pointer, skipped);
    }

    /** Returns the value as it is. */
    public Object value() {
        return value;
    }

    /** Answers whether there is one; JSON null is none. */
    public boolean isThere() {
        return value != null;
    }

    public boolean isText() {
        return value instanceof String;
    }

    public boolean isList() {
        return value instanceof List;
    }

    public boolean isObject() {
        return value instanceof Map;
    }

    /** Returns the JSON pointer of its place. */
    public String pointer() {
        return parent == null
                ? name
                : parent.pointer() + '/' + name.replace("~", "~0").replace("/", "~1");
    }

    /** Returns a field of an object; of anything else a value that is not there. */
    public Located get(String field) {
        return new Located(value instanceof Map<?, ?> map ? map.get(field) : null, this, field, skipped);
    }

    /** Returns the value at its place without what is around it, which is not held for it. */
    public Located alone() {
        return new Located(value, null, pointer(), skipped);
    }

    /** Counts that the value cannot be used as it is. */
    public void problem(String what) {
        String place = pointer();
        skipped.count((place.isEmpty() ? "/" : place) + ": " + what);
    }

    private void expected(String what) {
        problem("expected " + what + ", found " + shown() + "; left out");
    }

    private String shown() {
        if (value instanceof Map) {
            return "an object";
        }
        if (value instanceof List) {
            return "a list";
        }
        if (value instanceof String text) {
            // what people said must not get into messages: a short word tells a mistake, a long text is content
            return text.length() <= MAX_SHOWN && text.matches("[\\w.:+-]*") ? "\"" + text + "\"" : "a text";
        }
        return String.valueOf(value);
    }

    /** Returns the field's text, {@code null} where there is none. */
    public String text(String field) {
        Located found = get(field);
        if (found.value == null || found.value instanceof String) {
            return (String) found.value;
        }
        found.expected("a text");
        return null;
    }

    /** Returns the field's whole number of 0 or more, {@code null} where there is none. */
    public Long count(String field) {
        Located found = get(field);
        if (found.value == null) {
            return null;
        }
        if (found.value instanceof Long number && number >= 0) {
            return number;
        }
        if (found.value instanceof BigDecimal number
                && number.signum() >= 0
                && number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
                && number.stripTrailingZeros().scale() <= 0) {
            return number.longValueExact();
        }
        found.expected("a whole number of 0 or more");
        return null;
    }

    /** Returns the field's number of 0 or more, {@code null} where there is none. */
    public BigDecimal amount(String field) {
        Located found = get(field);
        if (found.value == null) {
            return null;
        }
        if (found.value instanceof Long number && number >= 0) {
            return BigDecimal.valueOf(number);
        }
        if (found.value instanceof BigDecimal number && number.signum() >= 0) {
            return number;
        }
        found.expected("a number of 0 or more");
        return null;
    }

    /** Answers whether the field is true. */
    public boolean flag(String field) {
        Located found = get(field);
        if (found.value != null && !(found.value instanceof Boolean)) {
            found.expected("true or false");
        }
        return Boolean.TRUE.equals(found.value);
    }

    /** Returns the field's elements, none where there is no list. */
    public List<Located> list(String field) {
        Located found = get(field);
        if (found.value != null && !found.isList()) {
            found.expected("a list");
        }
        return found.elements();
    }

    /** Returns the elements of a list; none of anything else. */
    public List<Located> elements() {
        List<Located> elements = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object element : list) {
                elements.add(new Located(element, this, String.valueOf(elements.size()), skipped));
            }
        }
        return elements;
    }

    /** Returns the elements of the field's list that are objects. */
    public List<Located> objects(String field) {
        List<Located> objects = new ArrayList<>();
        for (Located element : list(field)) {
            if (element.isObject()) {
                objects.add(element);
            } else {
                element.expected("an object");
            }
        }
        return objects;
    }

    /** Returns the field where it is an object; else a value that is not there. */
    public Located object(String field) {
        Located found = get(field);
        if (found.value == null || found.isObject()) {
            return found;
        }
        found.expected("an object");
        return new Located(null, this, field, skipped);
    }

    /** Counts fields of an object that have none of these names; {@code format} is what they are no fields of. */
    public void only(Set<String> names, String format) {
        if (value instanceof Map<?, ?> map) {
            for (Object field : map.keySet()) {
                if (!names.contains(field.toString())) {
                    get(field.toString()).problem("not a field of " + format + "; left out");
                }
            }
        }
    }

    /** Takes what could not be used of a file. */
    @FunctionalInterface
    public interface Skipped {
        /** Counts something that is left out, or read as something else; the text says where, what is there and what was expected. */
        void count(String problem);
    }
}
