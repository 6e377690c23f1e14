// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.text;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * A value of a JSON file with its place, asked for by what it should be.
 *
 * <p>Every method that takes the value as something throws a {@link JsonFileException} that says where it is not.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class JsonNode {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(64).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** Text, BigDecimal, Boolean, List, Map, or {@code null} for JSON null. */
    private final Object value;

    private final String file;
    private final String name;
    private final int line;
    private final int column;

    private JsonNode(Object value, String file, String name, TokenStreamLocation at) {
        this.value = value;
        this.file = file;
        this.name = name;
        this.line = Math.max(1, at.getLineNr());
        this.column = Math.max(1, at.getColumnNr());
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read
     * @throws JsonFileException when it is not JSON
     */
    public static JsonNode read(Path file) throws IOException, JsonFileException {
        try (InputStream stream = Files.newInputStream(file)) {
            return read(file.toString(), stream);
        }
    }

    /** Reads a stream, named in messages as {@code file}. */
    public static JsonNode read(String file, InputStream stream) throws IOException, JsonFileException {
        byte[] bytes = stream.readAllBytes();
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            if (parser.nextToken() == null) {
                throw new JsonFileException(file + ":1:1: the file is empty, expected JSON");
            }
            JsonNode node = node(parser, file, "the file");
            if (parser.nextToken() != null) {
                TokenStreamLocation at = parser.currentTokenLocation();
                throw new JsonFileException(
                        file + ":" + at.getLineNr() + ":" + at.getColumnNr() + ": expected nothing after the end");
            }
            return node;
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            String place = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
            throw new JsonFileException(file + place + ": not JSON: "
                    + e.getOriginalMessage().lines().findFirst().orElse("cannot be parsed"));
        }
    }

    private static JsonNode node(JsonParser parser, String file, String name) {
        TokenStreamLocation at = parser.currentTokenLocation();
        Object value = switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, file);
            case START_ARRAY -> array(parser, file, name);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            default -> null;
        };
        return new JsonNode(value, file, name, at);
    }

    private static Map<String, JsonNode> object(JsonParser parser, String file) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, node(parser, file, "\"" + name + "\""));
        }
        return Collections.unmodifiableMap(fields);
    }

    private static List<JsonNode> array(JsonParser parser, String file, String name) {
        List<JsonNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(parser, file, "an element of " + name));
        }
        return Collections.unmodifiableList(items);
    }

    /** Returns the problem of this value, to be thrown. */
    public JsonFileException problem(String text) {
        return new JsonFileException(file + ":" + line + ":" + column + ": " + text);
    }

    private JsonFileException expected(String what) {
        return problem(name + " is " + describe() + ", expected " + what);
    }

    private String describe() {
        if (value instanceof Map) {
            return "an object";
        }
        if (value instanceof List) {
            return "an array";
        }
        if (value instanceof String text) {
            return "\"" + (text.length() > 60 ? text.substring(0, 60) + ".." : text) + "\"";
        }
        return String.valueOf(value);
    }

    public boolean isObject() {
        return value instanceof Map;
    }

    public boolean isFlag() {
        return value instanceof Boolean;
    }

    public boolean isArray() {
        return value instanceof List;
    }

    /** Returns the fields of an object, in the order they are written. */
    @SuppressWarnings("unchecked") // only objects have maps
    public Map<String, JsonNode> fields() throws JsonFileException {
        if (value instanceof Map) {
            return (Map<String, JsonNode>) value;
        }
        throw expected("an object");
    }

    /** Returns the fields of an object that may have these names only. */
    public Map<String, JsonNode> fields(Set<String> names) throws JsonFileException {
        Map<String, JsonNode> fields = fields();
        for (Map.Entry<String, JsonNode> field : fields.entrySet()) {
            if (!names.contains(field.getKey())) {
                throw field.getValue()
                        .problem("\"" + field.getKey() + "\" is not known here, expected one of "
                                + String.join(", ", names.stream().sorted().toList()));
            }
        }
        return fields;
    }

    /** Returns a field of an object, {@code null} where there is none or it is JSON null. */
    public JsonNode get(String field) throws JsonFileException {
        JsonNode found = fields().get(field);
        return found == null || found.value == null ? null : found;
    }

    /** Returns a field that must be there. */
    public JsonNode require(String field) throws JsonFileException {
        JsonNode found = get(field);
        if (found == null) {
            throw problem("\"" + field + "\" is missing");
        }
        return found;
    }

    /** Returns the elements of an array. */
    @SuppressWarnings("unchecked") // only arrays have lists
    public List<JsonNode> items() throws JsonFileException {
        if (value instanceof List) {
            return (List<JsonNode>) value;
        }
        throw expected("an array");
    }

    /** Returns the text. */
    public String text() throws JsonFileException {
        if (value instanceof String text) {
            return text;
        }
        throw expected("a text");
    }

    /** Returns a text, or a number as it is written. */
    public String scalar() throws JsonFileException {
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        return text();
    }

    /** Returns the texts of an array. */
    public List<String> texts() throws JsonFileException {
        List<String> texts = new ArrayList<>();
        for (JsonNode item : items()) {
            texts.add(item.text());
        }
        return List.copyOf(texts);
    }

    /** Returns the truth value. */
    public boolean flag() throws JsonFileException {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw expected("true or false");
    }

    /** Returns the number, exactly as written, 0 or more. */
    public BigDecimal amount() throws JsonFileException {
        if (value instanceof BigDecimal number && number.signum() >= 0) {
            return number;
        }
        throw expected("a number of 0 or more");
    }

    /** Returns the number as the closest floating-point one. */
    public double number() throws JsonFileException {
        if (value instanceof BigDecimal number && Double.isFinite(number.doubleValue())) {
            return number.doubleValue();
        }
        throw expected("a number");
    }

    /** Returns the whole number, 0 or more. */
    public long count() throws JsonFileException {
        try {
            return amount().longValueExact();
        } catch (ArithmeticException e) {
            throw expected("a whole number of 0 or more");
        }
    }

    @Override
    public String toString() {
        return describe();
    }
}
