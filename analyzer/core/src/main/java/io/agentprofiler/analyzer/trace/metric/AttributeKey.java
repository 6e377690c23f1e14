// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.OwnFunctions;
import io.agentprofiler.shared.schema.Attributes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An attribute by which workflows and calls are grouped.
 *
 * @param word as the user wrote it: the name of an attribute, or one of the short words {@code conversation}, {@code workflow} and {@code
 *     function}
 * @param name the name of the attribute; {@code null} for the name of the workflow or of a {@linkplain OwnFunctions function}
 */
public record AttributeKey(String word, String name) {
    /** Stands for workflows and calls without the attribute. */
    public static final String NONE = "(none)";

    /** Stands for workflows in which the attribute has several values. */
    public static final String SEVERAL = "(several)";

    private static final String WORKFLOW = "workflow";
    private static final String FUNCTION = "function";
    private static final Map<String, String> SHORT = Map.of("conversation", Attributes.CONVERSATION_ID);

    /**
     * Returns the attribute of a name or a short word.
     *
     * @throws IllegalArgumentException when there is no name
     */
    public static AttributeKey of(String word) {
        String stripped = word.strip();
        if (stripped.isEmpty()) {
            throw new IllegalArgumentException("expected the name of an attribute");
        }
        boolean ofName = stripped.equals(WORKFLOW) || stripped.equals(FUNCTION);
        return new AttributeKey(stripped, ofName ? null : SHORT.getOrDefault(stripped, stripped));
    }

    /** Answers whether it is the name of the program's own functions. */
    public boolean isOfFunctions() {
        return name == null && word.equals(FUNCTION);
    }

    /** Returns what the span itself says: of a list each entry, nothing where it does not have the attribute. */
    public List<String> own(Span span) {
        if (name == null) {
            return (isOfFunctions() ? OwnFunctions.is(span) : span.parent() == null) ? List.of(span.name()) : List.of();
        }
        Object value = span.attributes().get(name);
        if (value instanceof List<?> values) {
            return values.stream().map(String::valueOf).toList();
        }
        return value == null || value instanceof Map ? List.of() : List.of(value.toString());
    }

    /** Returns the value of the span, its own or that of the closest span around it that has one; {@link #NONE} without one. */
    public String closest(Span span) {
        for (Span around = span; around != null; around = around.parent()) {
            List<String> own = own(around);
            if (!own.isEmpty()) {
                return one(Set.copyOf(own));
            }
        }
        return NONE;
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
