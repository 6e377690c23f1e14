// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** A value read from JSON, with exact numbers; what is asked for and not there fails the test. */
public record Json(Object value) {
    /** Reads a file. */
    public static Json read(Path file) {
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), file)) {
            parser.nextToken();
            return new Json(value(parser));
        }
    }

    /** Reads a text. */
    public static Json of(String text) {
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            return new Json(value(parser));
        }
    }

    private static Object value(JsonParser parser) {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    fields.put(name, new Json(value(parser)));
                }
                return fields;
            }
            case START_ARRAY -> {
                List<Json> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(new Json(value(parser)));
                }
                return items;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                return parser.getDecimalValue();
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return parser.getBooleanValue();
            }
            default -> {
                return parser.getString();
            }
        }
    }

    /** Returns a field. */
    @SuppressWarnings("unchecked") // the only maps are those above
    public Json get(String field) {
        Json found = ((Map<String, Json>) value).get(field);
        if (found == null) {
            throw new AssertionError("no " + field + " in " + this);
        }
        return found;
    }

    /** Answers whether there is a field. */
    public boolean has(String field) {
        return ((Map<?, ?>) value).containsKey(field);
    }

    /** Returns the items of an array. */
    @SuppressWarnings("unchecked") // the only lists are those above
    public List<Json> items() {
        return (List<Json>) value;
    }

    public BigDecimal amount() {
        return (BigDecimal) value;
    }

    /** Returns a whole number. */
    public long count() {
        return amount().longValueExact();
    }

    public String text() {
        return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
    }
}
