// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.text;

import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.rules.parse.json.JsonTree;
import io.agentprofiler.rules.parse.json.RuleFileException;
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

/**
 * A value of a JSON file with its place, asked for by what it should be: {@link Json} for files that people of the house write, of which
 * the first mistake is told and nothing is taken. What programs wrote may be damaged and is taken as far as it goes, by {@code read.tree}.
 *
 * <p>Every method that takes the value as something throws a {@link JsonFileException} that says where it is not.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class JsonNode {
    private final Json json;
    private final String file;
    private final String name;

    private JsonNode(Json json, String file, String name) {
        this.json = json;
        this.file = file;
        this.name = name;
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read
     * @throws JsonFileException when it is not JSON
     */
    public static JsonNode read(Path file) throws IOException, JsonFileException {
        return read(file.toString(), Files.readAllBytes(file));
    }

    /** Reads a stream, named in messages as {@code file}. */
    public static JsonNode read(String file, InputStream stream) throws IOException, JsonFileException {
        return read(file, stream.readAllBytes());
    }

    private static JsonNode read(String file, byte[] text) throws JsonFileException {
        try {
            return new JsonNode(JsonTree.readExact(file, text), file, "the file");
        } catch (RuleFileException e) {
            throw new JsonFileException(e.getMessage());
        }
    }

    /** Returns the problem of this value, to be thrown. */
    public JsonFileException problem(String text) {
        return new JsonFileException(
                file + ":" + json.at().line() + ":" + json.at().column() + ": " + text);
    }

    private JsonFileException expected(String what) {
        return problem(name + " is " + json.describe() + ", expected " + what);
    }

    public boolean isObject() {
        return json instanceof Json.Obj;
    }

    public boolean isFlag() {
        return value() instanceof Boolean;
    }

    public boolean isArray() {
        return json instanceof Json.Arr;
    }

    /** Returns the fields of an object, in the order they are written. */
    public Map<String, JsonNode> fields() throws JsonFileException {
        if (!(json instanceof Json.Obj object)) {
            throw expected("an object");
        }
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.members().forEach(member -> fields.put(member.name(), field(member.name(), member.value())));
        return Collections.unmodifiableMap(fields);
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
        if (!(json instanceof Json.Obj object)) {
            throw expected("an object");
        }
        Json found = object.get(field);
        return found == null || found instanceof Json.Null ? null : field(field, found);
    }

    private JsonNode field(String field, Json value) {
        return new JsonNode(value, file, "\"" + field + "\"");
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
    public List<JsonNode> items() throws JsonFileException {
        if (!(json instanceof Json.Arr array)) {
            throw expected("an array");
        }
        String element = "an element of " + name;
        return array.items().stream()
                .map(item -> new JsonNode(item, file, element))
                .toList();
    }

    /** Returns the text. */
    public String text() throws JsonFileException {
        if (json instanceof Json.Text text) {
            return text.text();
        }
        throw expected("a text");
    }

    /** Returns a text, or a number as it is written. */
    public String scalar() throws JsonFileException {
        if (value() instanceof BigDecimal number) {
            return number.toPlainString();
        }
        return text();
    }

    /** A number or truth value; {@code null} for what is neither. */
    private Object value() {
        return json instanceof Json.Scalar scalar ? scalar.value() : null;
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
        if (value() instanceof Boolean flag) {
            return flag;
        }
        throw expected("true or false");
    }

    /** Returns the number, exactly as written, 0 or more. */
    public BigDecimal amount() throws JsonFileException {
        if (value() instanceof BigDecimal number && number.signum() >= 0) {
            return number;
        }
        throw expected("a number of 0 or more");
    }

    /** Returns the number as the closest floating-point one. */
    public double number() throws JsonFileException {
        if (value() instanceof BigDecimal number && Double.isFinite(number.doubleValue())) {
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
        return json.describe();
    }
}
