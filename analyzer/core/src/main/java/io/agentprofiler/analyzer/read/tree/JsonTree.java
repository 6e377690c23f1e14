// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.tree;

import io.agentprofiler.analyzer.read.HeapLimit;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Takes a value off a parser as lists and maps. Of a value that is cut off, or not JSON from some place on, what stands before that
 * place is kept.
 *
 * <p><b>Threading:</b> one thread a file.
 */
public final class JsonTree {
    /** Digits of a number beyond which it is no measurement, and only takes time. */
    private static final int MAX_DIGITS = 40;

    private final JsonParser parser;
    private final long most;
    private long from;
    private long nodes;
    private JacksonException failure;

    /** A value is larger than the heap allows; the parser stands somewhere in it. */
    public static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /**
     * Reads from a parser.
     *
     * @param most bytes of a value, its objects and lists counted at what they take more
     */
    public JsonTree(JsonParser parser, long most) {
        this.parser = parser;
        this.most = most;
    }

    /** Moves on; {@code null} at the end and from the first mistake on. */
    public JsonToken next() {
        try {
            return failure == null ? parser.nextToken() : null;
        } catch (JacksonIOException e) {
            throw e;
        } catch (JacksonException e) {
            failure = located(e);
            return null;
        }
    }

    /** Not every mistake says where it is; the parser knows how far it came. */
    private JacksonException located(JacksonException mistake) {
        return mistake.getLocation() == null
                ? new StreamReadException(parser, mistake.getOriginalMessage(), mistake)
                : mistake;
    }

    /** Returns the mistake that ended the reading, with its place, or {@code null}. */
    public JacksonException failure() {
        return failure;
    }

    /** Returns the mistake in words. */
    public String reason() {
        if (failure instanceof UnexpectedEndOfInputException) {
            return "it ends within a value";
        }
        return failure.getOriginalMessage().lines().findFirst().orElse("cannot be read");
    }

    /** Returns where the parser stands, in bytes from the file's beginning. */
    public long offset() {
        return parser.currentLocation().getByteOffset();
    }

    /** Returns the line the parser stands on, from 1. */
    public long line() {
        return parser.currentLocation().getLineNr();
    }

    /** Returns the token the parser stands on; {@code null} before the first, at the end and from the first mistake on. */
    public JsonToken token() {
        return failure == null ? parser.currentToken() : null;
    }

    /** Returns the name of the field whose name or value the parser stands on. */
    public String name() {
        return parser.currentName();
    }

    /** Takes the values of a file. */
    @FunctionalInterface
    public interface Values {
        /**
         * Takes the value whose first token the parser stands on.
         *
         * @param pointer where it is, as JSON pointer; behind the first of several values in a file with its number before it
         */
        void take(String pointer) throws IOException;
    }

    /** Has all values of the file taken, the elements of lists one by one, up to the file's end or the first mistake. */
    public void each(Values values) throws IOException {
        int number = 0;
        for (JsonToken token = next(); token != null; token = next()) {
            String place = number == 0 ? "" : "#" + (number + 1);
            number++;
            if (token == JsonToken.START_ARRAY) {
                int index = 0;
                for (JsonToken element = next(); element != null && element != JsonToken.END_ARRAY; element = next()) {
                    values.take(place + '/' + index++);
                }
            } else {
                values.take(place);
            }
        }
    }

    /** Passes over the value whose first token the parser stands on. */
    public void skip() {
        try {
            if (failure == null) {
                parser.skipChildren();
            }
        } catch (JacksonIOException e) {
            throw e;
        } catch (JacksonException e) {
            failure = located(e);
        }
    }

    /**
     * Returns the value whose first token the parser stands on.
     *
     * @throws TooLargeException when it is too large
     */
    public Object value() {
        from = offset();
        nodes = 0;
        return any(parser.currentToken());
    }

    private Object any(JsonToken token) {
        nodes += token.isStructStart() ? 1 : 0;
        if (offset() - from + nodes * HeapLimit.NODE_BYTES > most) {
            throw new TooLargeException();
        }
        try {
            return switch (token) {
                case START_OBJECT -> object();
                case START_ARRAY -> array();
                case VALUE_STRING -> text();
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
                case VALUE_TRUE -> Boolean.TRUE;
                case VALUE_FALSE -> Boolean.FALSE;
                default -> null;
            };
        } catch (JacksonIOException e) {
            throw e;
        } catch (JacksonException e) {
            failure = located(e);
            return null;
        }
    }

    private String text() {
        try {
            return parser.getString();
        } catch (StreamConstraintsException e) {
            throw new TooLargeException();
        }
    }

    private Object number() {
        if (parser.getStringLength() > MAX_DIGITS) {
            return parser.getString();
        }
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return parser.getLongValue();
        }
        BigDecimal number = parser.getDecimalValue();
        // a number with a huge exponent is short, but not when it is written out
        return Math.abs((long) number.scale()) > MAX_DIGITS ? (Object) parser.getString() : number;
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        while (next() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken token = next();
            if (token != null) {
                object.put(name, any(token));
            }
        }
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        for (JsonToken token = next(); token != null && token != JsonToken.END_ARRAY; token = next()) {
            array.add(any(token));
        }
        return array;
    }
}
