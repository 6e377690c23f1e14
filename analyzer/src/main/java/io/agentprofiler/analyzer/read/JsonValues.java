// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import io.agentprofiler.schema.Attributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Takes values off a JSON parser that stands on their first token.
 *
 * <p><b>Threading:</b> one thread.
 */
final class JsonValues {
    private static final Set<String> CONTENT = Set.of(
            Attributes.INPUT_MESSAGES,
            Attributes.OUTPUT_MESSAGES,
            Attributes.TOOL_CALL_ARGUMENTS,
            Attributes.TOOL_CALL_RESULT,
            Attributes.TOOL_DEFINITIONS);
    private static final String OWN_CONTENT = "agentprofiler.content.";
    private static final String OWN_PROMPT = "agentprofiler.prompt.";

    private final TextPool pool = new TextPool();
    private final AttributeSet.Builder attributes = new AttributeSet.Builder();
    private final boolean content;

    JsonValues(boolean content) {
        this.content = content;
    }

    /** Returns the text, or {@code null} for JSON null. */
    String text(JsonParser parser, String field) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return pool.get(parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
        }
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        throw new BadRecordException("\"" + field + "\" is not a text");
    }

    /** Returns the number, or absent for JSON null. */
    long number(JsonParser parser, String field) {
        return switch (parser.currentToken()) {
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> (long) parser.getDoubleValue();
            case VALUE_NULL -> SpanEvent.ABSENT;
            default -> throw new BadRecordException("\"" + field + "\" is not a number");
        };
    }

    /** Returns the id of 16 hex digits. */
    long spanId(JsonParser parser, String field) {
        expectHex(parser, field, 16);
        return hex(parser.getStringCharacters(), parser.getStringOffset(), field);
    }

    /** Returns the id of 32 hex digits. */
    TraceId traceId(JsonParser parser, String field) {
        expectHex(parser, field, 32);
        char[] chars = parser.getStringCharacters();
        int offset = parser.getStringOffset();
        return new TraceId(hex(chars, offset, field), hex(chars, offset + 16, field));
    }

    private static void expectHex(JsonParser parser, String field, int digits) {
        if (parser.currentToken() != JsonToken.VALUE_STRING || parser.getStringLength() != digits) {
            throw new BadRecordException("\"" + field + "\" is not " + digits + " hex digits");
        }
    }

    private static long hex(char[] chars, int offset, String field) {
        long value = 0;
        for (int i = offset; i < offset + 16; i++) {
            int digit = Character.digit(chars[i], 16);
            if (digit < 0) {
                throw new BadRecordException("\"" + field + "\" is not made of hex digits");
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** Returns the attributes of the object the parser stands on, without content unless it is wanted. */
    AttributeSet attributes(JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return AttributeSet.EMPTY;
        }
        expectObject(parser, "attributes");
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            if (!content && isContent(name)) {
                parser.skipChildren();
            } else {
                attributes.add(name, any(parser));
            }
        }
        return attributes.build();
    }

    /** Forgets attributes of a record that turned out to be bad half-way. */
    void reset() {
        attributes.build();
    }

    private static boolean isContent(String name) {
        return CONTENT.contains(name) || name.startsWith(OWN_CONTENT) || name.startsWith(OWN_PROMPT);
    }

    /** Returns any value: String, Long, Double, Boolean, List, Map, or {@code null}. */
    Object any(JsonParser parser) {
        return switch (parser.currentToken()) {
            case VALUE_STRING ->
                pool.get(parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? (Object) parser.getDoubleValue()
                        : (Object) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            default -> null;
        };
    }

    private Map<String, Object> object(JsonParser parser) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            object.put(name, any(parser));
        }
        return object;
    }

    private List<Object> array(JsonParser parser) {
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(any(parser));
        }
        return array;
    }

    static void expectObject(JsonParser parser, String field) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new BadRecordException("\"" + field + "\" is not an object");
        }
    }
}
