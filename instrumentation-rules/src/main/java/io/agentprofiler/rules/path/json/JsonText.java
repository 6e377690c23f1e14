// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.json;

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

/**
 * JSON that the application wrote or was sent. Objects become maps, arrays lists. What is no JSON, or longer than {@value #MOST}
 * characters or bytes, is {@code null}: a body need not be what a rule hopes for.
 */
public final class JsonText {
    /** The longest text, in characters or bytes. */
    public static final int MOST = 1 << 20;

    private static final int MOST_LEVELS = 64;

    /** Loaded with the first value that is read so, and not with the rules. */
    private static final class Reader {
        static final JsonFactory JSON = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MOST_LEVELS)
                        .build())
                .build();
    }

    private JsonText() {}

    /** Returns what a text or its bytes in UTF-8 say; {@code null} for any other object. */
    public static Object of(Object on) {
        if (on instanceof String text) {
            return text.length() > MOST ? null : read(Reader.JSON.createParser(ObjectReadContext.empty(), text));
        }
        return on instanceof byte[] bytes ? of(bytes, 0, bytes.length) : null;
    }

    /** Returns what a part of an array says, in UTF-8. */
    static Object of(byte[] bytes, int from, int length) {
        return length > MOST ? null : read(Reader.JSON.createParser(ObjectReadContext.empty(), bytes, from, length));
    }

    private static Object read(JsonParser of) {
        try (JsonParser parser = of) {
            if (parser.nextToken() == null) {
                return null;
            }
            Object value = value(parser);
            return parser.nextToken() == null ? value : null;
        } catch (JacksonException e) {
            return null;
        }
    }

    private static Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static Map<String, Object> object(JsonParser parser) {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields;
    }

    private static List<Object> array(JsonParser parser) {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
        }
        return elements;
    }
}
