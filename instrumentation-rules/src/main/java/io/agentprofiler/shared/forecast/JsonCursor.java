// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/**
 * Runs over JSON once, without holding it, and takes each value as what it should be.
 *
 * <p><b>Threading:</b> one thread.
 */
final class JsonCursor {
    private final String file;
    private final JsonParser parser;

    JsonCursor(String file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /** Takes a field's or an element's value, on which the cursor stands, up to its end. */
    interface Taker {
        void take(String name) throws ModelFileException;
    }

    /** Returns the problem of the value the cursor stands on, to be thrown. */
    ModelFileException problem(String text) {
        TokenStreamLocation at = parser.currentTokenLocation();
        return new ModelFileException(
                file + ":" + Math.max(1, at.getLineNr()) + ":" + Math.max(1, at.getColumnNr()) + ": " + text);
    }

    /** Goes to the first value; answers whether there is one. */
    boolean begin() {
        return parser.nextToken() != null;
    }

    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    /** Hands every field of an object to {@code taker}, until {@code enough} says so. */
    void object(String what, Taker taker) throws ModelFileException {
        expect(JsonToken.START_OBJECT, what, "an object");
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            taker.take(name);
        }
    }

    /** Hands every element of an array to {@code taker}. */
    void array(String what, Taker taker) throws ModelFileException {
        expect(JsonToken.START_ARRAY, what, "an array");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            taker.take(what);
        }
    }

    void skip() {
        parser.skipChildren();
    }

    String text(String what) throws ModelFileException {
        expect(JsonToken.VALUE_STRING, what, "a text");
        return parser.getString();
    }

    double number(String what) throws ModelFileException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            double number = parser.getDoubleValue();
            if (Double.isFinite(number)) {
                return number;
            }
        }
        throw expected(what, "a number");
    }

    int count(String what) throws ModelFileException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            double number = parser.getDoubleValue();
            if (number >= 0 && number <= Integer.MAX_VALUE) {
                return (int) number;
            }
        }
        throw expected(what, "a whole number of 0 or more");
    }

    long time(String what) throws ModelFileException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long time = parser.getLongValue();
            if (time >= 0) {
                return time;
            }
        }
        throw expected(what, "nanoseconds since 1970");
    }

    private void expect(JsonToken token, String what, String expected) throws ModelFileException {
        if (parser.currentToken() != token) {
            throw expected(what, expected);
        }
    }

    private ModelFileException expected(String what, String expected) {
        return problem("\"" + what + "\" is " + describe() + ", expected " + expected);
    }

    private String describe() {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> {
                String text = parser.getString();
                yield "\"" + (text.length() > 60 ? text.substring(0, 60) + ".." : text) + "\"";
            }
            default -> String.valueOf(parser.getString());
        };
    }
}
