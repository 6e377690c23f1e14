// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Values that producers write as JSON in a text, as attributes have no better type. */
public final class JsonText {
    private static final int MAX_DIGITS = 40;
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(100)
                    .maxStringLength(Integer.MAX_VALUE - 8)
                    .build())
            .build();

    private JsonText() {}

    /** Returns what a text holds where it is a JSON object, list or text; else the value itself. */
    public static Object parsed(Object value) {
        if (!(value instanceof String text)) {
            return value;
        }
        int first = 0;
        while (first < text.length() && Character.isWhitespace(text.charAt(first))) {
            first++;
        }
        if (first == text.length() || "{[\"".indexOf(text.charAt(first)) < 0) {
            return value;
        }
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            Object parsed = any(parser, parser.nextToken());
            return parser.nextToken() == null && parsed != null ? parsed : value;
        } catch (JacksonException e) {
            // a text that only begins like JSON
            return value;
        }
    }

    private static Object any(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> {
                Map<String, Object> object = new LinkedHashMap<>();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = parser.currentName();
                    Object value = any(parser, parser.nextToken());
                    if (value != null) {
                        object.put(name, value);
                    }
                }
                yield object;
            }
            case START_ARRAY -> {
                List<Object> array = new ArrayList<>();
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    Object value = any(parser, next);
                    if (value != null) {
                        array.add(value);
                    }
                }
                yield array;
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            default -> null;
        };
    }

    private static Object number(JsonParser parser) {
        if (parser.getStringLength() > MAX_DIGITS) {
            return parser.getString();
        }
        boolean whole = parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        return whole ? (Object) parser.getLongValue() : Double.valueOf(parser.getString());
    }
}
