// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.json;

import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.SideBySide;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * A document as JSON: an object with the figures of its blocks under their keys. Sections of one key are one object, wherever they
 * stand; blocks without a key are for people alone.
 */
public final class JsonView {
    /** The name of a document's first part. */
    public static final String FORMAT = "format";

    private JsonView() {}

    /** Writes a file; it appears only when it is complete. */
    public static void write(Document document, Path target) throws IOException {
        JsonFile.write(target, json -> write(document, json));
    }

    /** Writes a file with nothing but figures, which has no format of its own. */
    public static void write(Fields fields, Path target) throws IOException {
        JsonFile.write(target, json -> value(fields, json));
    }

    /** Writes to a stream, which is closed. */
    public static void write(Document document, OutputStream stream) throws IOException {
        write(parts(document), true, stream);
    }

    /**
     * Writes parts of a document to a stream, which is closed.
     *
     * @param parts some of {@link #parts}
     * @param indented whether for people, else on one line
     */
    public static void write(Map<String, ?> parts, boolean indented, OutputStream stream) throws IOException {
        JsonFile.write(stream, indented, json -> object(parts, json));
    }

    /** Writes the object. */
    public static void write(Document document, JsonGenerator json) {
        object(parts(document), json);
    }

    /** Returns what a document says to programs, by name; first its format. */
    public static Map<String, Object> parts(Document document) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put(FORMAT, document.format());
        collect(document.blocks(), root);
        return root;
    }

    @SuppressWarnings("unchecked")
    private static void collect(List<Block> blocks, Map<String, Object> into) {
        for (Block block : blocks) {
            if (block instanceof Section section) {
                collect(
                        section.blocks(),
                        section.key() == null
                                ? into
                                : (Map<String, Object>) into.computeIfAbsent(
                                        section.key(), key -> new LinkedHashMap<String, Object>()));
            } else if (block instanceof SideBySide sides) {
                collect(List.copyOf(sides.sections()), into);
            } else if (block instanceof Table table && table.key() != null) {
                add(table.key(), table.records(), into);
            } else if (block instanceof Notes notes && notes.key() != null) {
                add(notes.key(), notes.texts(), into);
            } else if (block instanceof Value value && value.raw() != null) {
                add(value.key(), value.raw(), into);
            }
        }
    }

    private static void add(String key, Object value, Map<String, Object> into) {
        if (into.put(key, value) != null) {
            throw new IllegalStateException("two blocks are called " + key);
        }
    }

    private static void object(Map<String, ?> fields, JsonGenerator json) {
        json.writeStartObject();
        fields.forEach((name, value) -> {
            json.writeName(name);
            value(value, json);
        });
        json.writeEndObject();
    }

    /** Writes a value of any kind that {@link Fields} may hold. */
    public static void value(Object value, JsonGenerator json) {
        if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof Integer number) {
            json.writeNumber(number);
        } else if (value instanceof Double number) {
            json.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(Units.decimal(number));
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof Fields fields) {
            object(fields.values(), json);
        } else if (value instanceof Map<?, ?> section) {
            @SuppressWarnings("unchecked")
            Map<String, ?> fields = (Map<String, ?>) section;
            object(fields, json);
        } else if (value instanceof Iterable<?> list) {
            json.writeStartArray();
            list.forEach(element -> value(element, json));
            json.writeEndArray();
        } else if (value == null) {
            json.writeNull();
        } else {
            throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }
}
