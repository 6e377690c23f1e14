// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.json;

import io.agentprofiler.analyzer.read.HeapLimit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Takes a value off a parser: String, Long, Double, Boolean, List, Map, or {@code null}. A number that is no Long is taken as a Double,
 * and one with more digits than a measurement has as its text.
 *
 * <p><b>Threading:</b> one thread.
 */
final class JsonValues {
    private static final int MAX_DIGITS = 40;

    private final JsonParser parser;
    private final long most;
    private long from;
    private long nodes;

    /** A value is larger than the heap allows. */
    static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /**
     * Reads from a parser.
     *
     * @param most bytes of a value, its objects and lists counted at what they take more
     */
    JsonValues(JsonParser parser, long most) {
        this.parser = parser;
        this.most = most;
    }

    /**
     * Returns the value whose first token the parser stands on.
     *
     * @throws TooLargeException when it is too large; the parser then stands somewhere in it
     */
    Object value() {
        from = offset();
        nodes = 0;
        return any(parser.currentToken());
    }

    private long offset() {
        return parser.currentLocation().getByteOffset();
    }

    private Object any(JsonToken token) {
        nodes += token.isStructStart() ? 1 : 0;
        if (offset() - from + nodes * HeapLimit.NODE_BYTES > most) {
            throw new TooLargeException();
        }
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            default -> null;
        };
    }

    private Object number() {
        if (parser.getStringLength() > MAX_DIGITS) {
            return parser.getString();
        }
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return parser.getLongValue();
        }
        return Double.valueOf(parser.getString());
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            object.put(name, any(parser.nextToken()));
        }
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(any(token));
        }
        return array;
    }
}
