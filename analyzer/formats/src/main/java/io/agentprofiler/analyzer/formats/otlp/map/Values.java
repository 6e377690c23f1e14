// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Values in the types that our attributes have. Producers also write numbers as texts, lists as JSON, and words of their own.
 *
 * <p><b>Threading:</b> stateless.
 */
final class Values {
    private static final Set<String> COUNTS = Set.of(
            Attributes.INPUT_TOKENS,
            Attributes.OUTPUT_TOKENS,
            Attributes.CACHE_READ_TOKENS,
            Attributes.CACHE_CREATION_TOKENS,
            Attributes.REASONING_TOKENS,
            Attributes.REQUEST_MAX_TOKENS,
            Attributes.HTTP_STATUS,
            "server.port",
            "gen_ai.embeddings.dimension.count");
    private static final Set<String> NUMBERS = Set.of(
            Attributes.REQUEST_TEMPERATURE,
            Attributes.REQUEST_TOP_P,
            Attributes.REQUEST_TOP_K,
            Attributes.REQUEST_SEED,
            Attributes.REQUEST_FREQUENCY_PENALTY,
            Attributes.REQUEST_PRESENCE_PENALTY,
            "gen_ai.response.time_to_first_chunk",
            "gen_ai.evaluation.score.value",
            Attributes.REPORTED_COST);
    private static final Set<String> LISTS = Set.of(
            Attributes.RESPONSE_FINISH_REASONS, Attributes.REQUEST_STOP_SEQUENCES, "gen_ai.request.encoding_formats");
    private static final int MAX_NUMBER = 40;
    /** Beyond what anything that is counted can be; sums of such numbers still fit. */
    private static final double MOST_COUNTED = 1e15;

    private Values() {}

    /** What is expected of an attribute, for messages. */
    static String expected(String attribute) {
        return COUNTS.contains(attribute)
                ? "a whole number of 0 or more"
                : attribute.equals(Attributes.REPORTED_COST) ? "a number of 0 or more" : "a number";
    }

    /** Answers whether the attribute holds a number, so that a text in it that is none is a mistake. */
    static boolean isNumeric(String attribute) {
        return COUNTS.contains(attribute) || NUMBERS.contains(attribute);
    }

    /** Returns a value in the attribute's type, {@code null} where it says nothing. */
    static Object of(String attribute, Object value, AttributeMaps maps) {
        if (value == null) {
            return null;
        }
        if (COUNTS.contains(attribute)) {
            return count(number(value));
        }
        if (NUMBERS.contains(attribute)) {
            Number number = number(value);
            return attribute.equals(Attributes.REPORTED_COST) && number != null && number.doubleValue() < 0
                    ? null
                    : number;
        }
        if (attribute.equals("gen_ai.request.stream")) {
            return value instanceof Boolean
                    ? value
                    : "true".equalsIgnoreCase(String.valueOf(value)) ? Boolean.TRUE : null;
        }
        if (LISTS.contains(attribute)) {
            return list(attribute, value, maps);
        }
        if (Metadata.isContent(attribute)) {
            return "".equals(value) ? null : JsonText.parsed(value);
        }
        String text = value instanceof String ? (String) value : value instanceof Number ? value.toString() : null;
        return text == null ? null : word(attribute, text, maps);
    }

    private static Long count(Number number) {
        return number != null
                        && number.doubleValue() >= 0
                        && number.doubleValue() <= MOST_COUNTED
                        && number.doubleValue() == Math.rint(number.doubleValue())
                ? (Long) number.longValue()
                : null;
    }

    private static Object word(String attribute, String text, AttributeMaps maps) {
        boolean isName = attribute.equals(Attributes.TOOL_NAME) || attribute.equals(Attributes.AGENT_NAME);
        if (text.isEmpty() || !isName && maps.absent.contains(text)) {
            return null;
        }
        String known = maps.words.getOrDefault(attribute, Map.of()).getOrDefault(text, text);
        return Metadata.isShort(known) ? known : null;
    }

    private static Object list(String attribute, Object value, AttributeMaps maps) {
        List<Object> list = new ArrayList<>();
        Object parsed = JsonText.parsed(value);
        for (Object element : parsed instanceof List<?> all ? all : List.of(parsed)) {
            Object word = element instanceof String text ? word(attribute, text, maps) : null;
            if (word != null) {
                list.add(word);
            }
        }
        return list.isEmpty() ? null : list;
    }

    /** Returns a number, also of a text that is one; {@code null} of anything else. */
    static Number number(Object value) {
        if (value instanceof Double number) {
            return Double.isFinite(number) ? number : null;
        }
        if (value instanceof Number number) {
            return number;
        }
        if (!(value instanceof String text)
                || text.length() > MAX_NUMBER
                || !text.matches("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d{1,3})?")) {
            return null;
        }
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            double number = Double.parseDouble(text.toLowerCase(Locale.ROOT));
            return Double.isFinite(number) ? number : null;
        }
    }
}
