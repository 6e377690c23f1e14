// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.OwnFunctions;
import io.agentprofiler.analyzer.trace.metric.operation.SpanWord;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An attribute, or another property of spans, by which workflows and calls are chosen and grouped.
 *
 * @param word as the user wrote it
 * @param name the name of the attribute; {@code null} where it is none
 * @param property the property that a {@linkplain SpanWord word} names; {@code null} for an attribute
 */
public record AttributeKey(String word, String name, SpanWord property) {
    /** Stands for workflows and calls without the attribute. */
    public static final String NONE = "(none)";

    /** Stands for workflows in which the attribute has several values. */
    public static final String SEVERAL = "(several)";

    /** Stands before the name of an attribute that is called as a word is. */
    public static final String ATTRIBUTE = "attribute:";

    /**
     * Returns the attribute of a name, or what a word means.
     *
     * @throws IllegalArgumentException when there is no name
     */
    public static AttributeKey of(String word) {
        String stripped = word.strip();
        boolean attribute = stripped.startsWith(ATTRIBUTE);
        String name = attribute ? stripped.substring(ATTRIBUTE.length()) : stripped;
        if (name.isEmpty()) {
            throw new IllegalArgumentException("expected the name of an attribute");
        }
        SpanWord property = attribute ? null : SpanWord.ofWord(name);
        return new AttributeKey(stripped, property == null ? name : null, property);
    }

    /** Answers whether it is the name of the program's own {@linkplain OwnFunctions functions}. */
    public boolean isOfFunctions() {
        return property == SpanWord.FUNCTION;
    }

    /** Returns what the span itself says: of a list each entry, nothing where it does not have the attribute. */
    public List<String> own(Span span) {
        if (property != null) {
            String value = property.of(span);
            return value == null ? List.of() : List.of(value);
        }
        Object value = span.attributes().get(name);
        if (value instanceof List<?> values) {
            return values.stream().map(String::valueOf).toList();
        }
        return value == null || value instanceof Map ? List.of() : List.of(value.toString());
    }

    /** Returns the value of the span, its own or that of the closest span around it that has one; {@link #NONE} without one. */
    public String closest(Span span) {
        List<String> around = around(span);
        return around.isEmpty() ? NONE : one(Set.copyOf(around));
    }

    /**
     * Returns what the span says, or the closest one around it that says anything. Of what a span {@linkplain SpanWord#isOfOneSpan says
     * of itself alone} this is its own.
     */
    public List<String> around(Span span) {
        if (property != null && property.isOfOneSpan()) {
            return own(span);
        }
        for (Span around = span; around != null; around = around.parent()) {
            List<String> own = own(around);
            if (!own.isEmpty()) {
                return own;
            }
        }
        return List.of();
    }

    /** Returns the value that the spans of a workflow have, {@link #NONE} or {@link #SEVERAL}. */
    public String of(Trace trace) {
        Set<String> values = new LinkedHashSet<>();
        for (Span span : trace.spans()) {
            values.addAll(own(span));
            if (values.size() > 1) {
                return SEVERAL;
            }
        }
        return one(values);
    }

    private static String one(Set<String> values) {
        return values.isEmpty()
                ? NONE
                : values.size() > 1 ? SEVERAL : values.iterator().next();
    }
}
