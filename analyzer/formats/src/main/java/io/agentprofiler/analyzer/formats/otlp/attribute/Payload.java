// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.attribute;

import io.agentprofiler.analyzer.formats.otlp.wire.ValueJson;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;

/**
 * What went into a span and came out of it, where that was recorded and is wanted.
 *
 * @param text the text, or JSON
 * @param isJson whether it is JSON
 */
record Payload(String text, boolean isJson) {
    private static final String QUERY = "gen_ai.retrieval.query.text";
    private static final String DOCUMENTS = "gen_ai.retrieval.documents";

    /** Returns what a span was given, or {@code null}. */
    static Payload input(Span span) {
        return of(
                span,
                switch (span.kind()) {
                    case LLM -> Attributes.INPUT_MESSAGES;
                    case TOOL -> Attributes.TOOL_CALL_ARGUMENTS;
                    case RETRIEVAL -> QUERY;
                    default -> Attributes.INPUT;
                },
                Attributes.INPUT);
    }

    /** Returns what it answered, or {@code null}. */
    static Payload output(Span span) {
        return of(
                span,
                switch (span.kind()) {
                    case LLM -> Attributes.OUTPUT_MESSAGES;
                    case TOOL -> Attributes.TOOL_CALL_RESULT;
                    case RETRIEVAL -> DOCUMENTS;
                    default -> Attributes.OUTPUT;
                },
                Attributes.OUTPUT);
    }

    private static Payload of(Span span, String name, String otherwise) {
        Object value = span.attributes().get(name);
        if (value == null) {
            value = span.attributes().get(otherwise);
        }
        if (value == null) {
            return null;
        }
        return value instanceof String text
                ? new Payload(text, isObject(text))
                : new Payload(ValueJson.of(value), true);
    }

    /** Arguments are often recorded as the JSON that the model wrote. */
    private static boolean isObject(String text) {
        return text.startsWith("{\"") && text.endsWith("}") || text.equals("{}");
    }

    /** Adds it under two names: the text, and what type it is of. */
    static void add(Payload payload, String name, SpanAttributes into) {
        if (payload != null) {
            into.add(name + ".value", payload.text());
            into.add(name + ".mime_type", payload.isJson() ? "application/json" : "text/plain");
        }
    }
}
