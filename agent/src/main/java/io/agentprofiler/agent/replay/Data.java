// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Values as traces hold them: String, Long, Double, Boolean, and lists and maps of these, so that what was written and what is read now
 * are equal if they say the same.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Data {
    private static final List<String> MARKS = List.of("[redacted]", "[withheld: ", " chars cut]", " more]");

    private static final JsonFactory FACTORY = new JsonFactory();

    private Data() {}

    /** Returns a value as JSON. */
    public static String json(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            write(value, json);
        }
        return text.toString();
    }

    private static void write(Object value, JsonGenerator json) {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            map.forEach((name, each) -> {
                json.writeName(String.valueOf(name));
                write(each, json);
            });
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            list.forEach(each -> write(each, json));
            json.writeEndArray();
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof Double number) {
            json.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }

    /** Reads the value that the parser is at; {@code null} for null. Numbers that no trace holds are their digits. */
    static Object read(JsonParser parser) {
        JsonToken token = parser.currentToken();
        switch (token) {
            case START_OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    Object value = read(parser);
                    if (value != null) {
                        map.put(name, value);
                    }
                }
                return map;
            }
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    Object value = read(parser);
                    if (value != null) {
                        list.add(value);
                    }
                }
                return list;
            }
            case VALUE_STRING -> {
                return parser.getString();
            }
            case VALUE_NUMBER_INT -> {
                JsonParser.NumberType type = parser.getNumberType();
                return type == JsonParser.NumberType.BIG_INTEGER ? parser.getString() : (Object) parser.getLongValue();
            }
            case VALUE_NUMBER_FLOAT -> {
                return parser.getDoubleValue();
            }
            case VALUE_TRUE -> {
                return true;
            }
            case VALUE_FALSE -> {
                return false;
            }
            default -> {
                return null;
            }
        }
    }

    /** Returns a copy of a value that nobody else holds, without what is absent in it. */
    public static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, each) -> {
                Object data = copy(each);
                if (data != null) {
                    copy.put(String.valueOf(name), data);
                }
            });
            return copy;
        }
        if (value instanceof Collection<?> elements) {
            List<Object> copy = new ArrayList<>(elements.size());
            for (Object each : elements) {
                Object data = copy(each);
                if (data != null) {
                    copy.add(data);
                }
            }
            return copy;
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        return value;
    }

    /** Answers whether something of a text in the value was taken out or cut off when it was recorded. */
    static boolean isIncomplete(Object value) {
        if (value instanceof String text) {
            return text.equals("…") || MARKS.stream().anyMatch(text::contains);
        }
        if (value instanceof Map<?, ?> map) {
            return map.containsKey("…") || map.values().stream().anyMatch(Data::isIncomplete);
        }
        return value instanceof List<?> list && list.stream().anyMatch(Data::isIncomplete);
    }

    /** Returns how many chars the texts in a value have together. */
    static long chars(Object value) {
        if (value instanceof String text) {
            return text.length();
        }
        if (value instanceof Map<?, ?> map) {
            long sum = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum += chars(entry.getKey()) + chars(entry.getValue());
            }
            return sum;
        }
        if (value instanceof List<?> list) {
            return list.stream().mapToLong(Data::chars).sum();
        }
        return Long.BYTES;
    }
}
