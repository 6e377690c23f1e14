// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that a span received or returned besides messages.
 *
 * @param name what it is
 * @param value a text, or lists and maps; {@code null} where only its length is known
 * @param chars its length as text, or unknown
 * @param hash by which equal content of a run is told; {@code null} when unknown
 * @param same the earlier span of the workflow that has the same content of this name; {@code null} for none
 */
public record SpanContent(String name, Object value, long chars, String hash, Span same) {
    /** What the definitions of tools are called. */
    public static final String TOOLS = "tool definitions";

    private static final String LENGTHS = "agentprofiler.content.";
    private static final String GENAI = "gen_ai.";
    private static final Map<String, String> RECEIVED = names(
            Attributes.INPUT,
            "input",
            Attributes.TOOL_CALL_ARGUMENTS,
            "arguments",
            "agentprofiler.embeddings.input",
            "embedded",
            "gen_ai.retrieval.query.text",
            "query",
            Attributes.SYSTEM_INSTRUCTIONS,
            "system instructions",
            Attributes.TOOL_DEFINITIONS,
            TOOLS);
    private static final Map<String, String> RETURNED = names(
            Attributes.YIELDS,
            "yields",
            Attributes.TOOL_CALL_RESULT,
            "result",
            "gen_ai.retrieval.documents",
            "documents",
            Attributes.OUTPUT,
            "output");

    private static Map<String, String> names(String... pairs) {
        Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            names.put(pairs[i], pairs[i + 1]);
        }
        return names;
    }

    /** Returns the names of tools by their definitions. */
    public static String namesOf(List<?> definitions) {
        List<String> names = new ArrayList<>();
        for (Object definition : definitions) {
            Object inner = definition instanceof Map<?, ?> map && map.get("function") instanceof Map<?, ?> function
                    ? function
                    : definition;
            Object name = inner instanceof Map<?, ?> map ? map.get("name") : null;
            names.add(name == null ? "?" : name.toString());
        }
        return String.join(", ", names);
    }

    /** Returns what is equal in equal content; {@code null} where that cannot be told. */
    public Object identity() {
        return value == null ? hash : value;
    }

    /** Returns the same content, which an earlier span has as well. */
    public SpanContent sameAs(Span earlier) {
        return new SpanContent(name, value, chars, hash, earlier);
    }

    /** Returns what a span received. */
    public static List<SpanContent> received(AttributeSet attributes) {
        return of(attributes, RECEIVED);
    }

    /** Returns what a span returned. */
    public static List<SpanContent> returned(AttributeSet attributes) {
        return of(attributes, RETURNED);
    }

    private static List<SpanContent> of(AttributeSet attributes, Map<String, String> names) {
        List<SpanContent> found = new ArrayList<>();
        names.forEach((attribute, name) -> {
            SpanContent content = of(attributes, attribute, name);
            if (content != null) {
                found.add(content);
            }
        });
        return found;
    }

    /** Returns an attribute's content, {@code null} where nothing of it was recorded. */
    static SpanContent of(AttributeSet attributes, String attribute, String name) {
        Object value = attributes.get(attribute);
        Map<?, ?> lengths = attributes.get(LENGTHS
                                + (attribute.startsWith(GENAI) ? attribute.substring(GENAI.length()) : attribute))
                        instanceof Map<?, ?> map
                ? map
                : Map.of();
        long chars = lengths.get("chars") instanceof Long number ? number : Unknown.LONG;
        String hash = lengths.get("hash") instanceof String text ? text : null;
        return value == null && chars < 0 ? null : new SpanContent(name, value, chars, hash, null);
    }
}
