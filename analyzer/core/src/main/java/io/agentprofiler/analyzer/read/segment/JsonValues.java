// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.shared.schema.Attributes;
import java.nio.charset.StandardCharsets;
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
 * <p>A parser that runs over bytes leaves a text where it is until somebody asks for it. So short plain texts and ids
 * are read from the bytes themselves, without the parser's copy; only what has escapes or is not ASCII goes through it.
 *
 * <p><b>Threading:</b> one thread.
 */
final class JsonValues {
    /** Names of attributes that hold content. */
    static final Set<String> CONTENT = Set.of(
            Attributes.INPUT_MESSAGES,
            Attributes.OUTPUT_MESSAGES,
            Attributes.TOOL_CALL_ARGUMENTS,
            Attributes.TOOL_CALL_RESULT,
            Attributes.TOOL_DEFINITIONS,
            Attributes.INPUT,
            Attributes.OUTPUT,
            Attributes.YIELDS,
            Attributes.PROMPT_TOKEN_IDS,
            Attributes.OUTPUT_TOKEN_IDS);

    /** Longer texts hardly come back. */
    static final int MAX_POOLED = 80;

    private static final byte[] HEX_DIGITS = hexDigits();

    private final TextPool pool;
    private final AttributeSet.Builder attributes = new AttributeSet.Builder();
    private final boolean content;
    private byte[] block;
    private int origin;
    private int limit;

    /**
     * Starts with no parser.
     *
     * @param content whether prompts, completions, tool arguments and results are wanted
     * @param pool where texts are looked up
     */
    JsonValues(boolean content, TextPool pool) {
        this.pool = pool;
        this.content = content;
    }

    private static byte[] hexDigits() {
        byte[] values = new byte[256];
        for (int c = 0; c < values.length; c++) {
            values[c] = (byte) Character.digit(c, 16);
        }
        return values;
    }

    /** Takes note of the bytes that the next parser runs over. */
    void parsing(byte[] newBlock, int from, int to) {
        block = newBlock;
        origin = from;
        limit = to;
    }

    /** Returns the text, or {@code null} for JSON null. */
    String text(JsonParser parser, String field) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return string(parser);
        }
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        throw new BadRecordException("\"" + field + "\" is not a text");
    }

    private String string(JsonParser parser) {
        int start = stringStart(parser);
        String plain = start < 0 ? null : pool.get(block, start, Math.min(limit, start + MAX_POOLED));
        return plain != null ? plain : parser.getString();
    }

    /** Returns where the text the parser stands on begins, -1 when the parser is past that place. */
    private int stringStart(JsonParser parser) {
        int place = origin + (int) parser.currentLocation().getByteOffset();
        return place > origin && place < limit && block[place - 1] == '"' && isAfterColon(place - 2) ? place : -1;
    }

    /** Tells an opening quote from a closing one. */
    private boolean isAfterColon(int place) {
        int before = place;
        while (before > origin && block[before] == ' ') {
            before--;
        }
        return block[before] == ':' || block[before] == ',' || block[before] == '[';
    }

    /** Returns the number, or absent for JSON null. */
    long number(JsonParser parser, String field) {
        return switch (parser.currentToken()) {
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> (long) parser.getDoubleValue();
            case VALUE_NULL -> Unknown.LONG;
            default -> throw new BadRecordException("\"" + field + "\" is not a number");
        };
    }

    /** Returns the id of 16 hex digits. */
    long spanId(JsonParser parser, String field) {
        int start = idStart(parser, field, 16);
        return start < 0
                ? hex(parser.getString().getBytes(StandardCharsets.UTF_8), 0, field)
                : hex(block, start, field);
    }

    /** Returns the id of 32 hex digits. */
    TraceId traceId(JsonParser parser, String field) {
        int start = idStart(parser, field, 32);
        byte[] bytes = start < 0 ? parser.getString().getBytes(StandardCharsets.UTF_8) : block;
        int from = Math.max(start, 0);
        return new TraceId(hex(bytes, from, field), hex(bytes, from + 16, field));
    }

    /** Returns where an id's digits begin in the block, -1 when only the parser can tell them. */
    private int idStart(JsonParser parser, String field, int digits) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            int start = stringStart(parser);
            if (start >= 0 && start + digits < limit && block[start + digits] == '"') {
                return start;
            }
            if (parser.getStringLength() == digits) {
                return -1;
            }
        }
        throw new BadRecordException("\"" + field + "\" is not " + digits + " hex digits");
    }

    /** Returns the value of 16 hex digits. */
    static long hex(byte[] bytes, int offset, String field) {
        long value = 0;
        int bad = 0;
        for (int i = offset; i < offset + 16; i++) {
            byte digit = HEX_DIGITS[bytes[i] & 0xff];
            bad |= digit;
            value = value << 4 | digit;
        }
        if (bad < 0) {
            throw new BadRecordException("\"" + field + "\" is not made of hex digits");
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
            if (!content && CONTENT.contains(name)) {
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

    /** Returns any value: String, Long, Double, Boolean, List, Map, or {@code null}. */
    Object any(JsonParser parser) {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> string(parser);
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
