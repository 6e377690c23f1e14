// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes objects as lines of JSON into a buffer, with one generator for all of them. A value that is {@code null} is left
 * out with its name: unknown is absent.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class JsonLines {
    private static final int ID_DIGITS = 16;
    private static final byte[] DIGITS = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    private final JsonFactory factory = new JsonFactoryBuilder()
            .rootValueSeparator((String) null)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            // Half a surrogate pair, left over where a text was cut, is escaped instead of failing the line.
            .disable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();
    /** Made once: a map goes through it without an object for each entry. */
    private final BiConsumer<Object, Object> entry = (key, value) -> field(String.valueOf(key), value);

    private final LineBuffer buffer;
    private final byte[] hex = new byte[2 * ID_DIGITS];
    private JsonGenerator generator;
    private int lineStart;
    private boolean inLine;

    public JsonLines(LineBuffer buffer) {
        this.buffer = buffer;
        this.generator = generate();
    }

    /** Begins a line with its first field. */
    void begin(SerializedString name, SerializedString value) {
        dropUnfinished();
        inLine = true;
        lineStart = buffer.size();
        generator.writeStartObject();
        generator.writeName(name);
        generator.writeString(value);
    }

    /** Ends the line; it is in the buffer then. */
    void end() {
        generator.writeEndObject();
        generator.writeRaw('\n');
        generator.flush();
        inLine = false;
    }

    /** Takes back a line that was begun and not ended, because a fault came between. */
    public void dropUnfinished() {
        if (inLine) {
            inLine = false;
            buffer.truncate(lineStart);
            // The old one is somewhere inside an object, and may hold bytes of it.
            generator = generate();
        }
    }

    void beginObject(SerializedString name) {
        generator.writeName(name);
        generator.writeStartObject();
    }

    void endObject() {
        generator.writeEndObject();
    }

    void number(SerializedString name, long value) {
        generator.writeName(name);
        generator.writeNumber(value);
    }

    void text(SerializedString name, String value) {
        if (value != null) {
            generator.writeName(name);
            generator.writeString(value);
        }
    }

    void text(SerializedString name, SerializedString value) {
        generator.writeName(name);
        generator.writeString(value);
    }

    /** Writes an id as 16 hexadecimal digits. */
    void id(SerializedString name, long id) {
        hex(id, 0);
        generator.writeName(name);
        generator.writeRawUTF8String(hex, 0, ID_DIGITS);
    }

    /** Writes an id as 32 hexadecimal digits. */
    void id(SerializedString name, long high, long low) {
        hex(high, 0);
        hex(low, ID_DIGITS);
        generator.writeName(name);
        generator.writeRawUTF8String(hex, 0, 2 * ID_DIGITS);
    }

    /** Writes text, a number, a flag, a list or a map; what is unknown is left out. */
    void field(String name, Object value) {
        if (isAbsent(value)) {
            return;
        }
        generator.writeName(name);
        value(value);
    }

    /** Writes the entries of a map as fields, as {@link #field} does. */
    void fields(Map<String, Object> map) {
        map.forEach(entry);
    }

    private void value(Object value) {
        if (value instanceof String text) {
            generator.writeString(text);
        } else if (value instanceof Long number) {
            generator.writeNumber(number);
        } else if (value instanceof Integer number) {
            generator.writeNumber(number);
        } else if (value instanceof Double number) {
            generator.writeNumber(number);
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            map.forEach(entry);
            generator.writeEndObject();
        } else if (value instanceof List<?> list) {
            generator.writeStartArray();
            for (int i = 0; i < list.size(); i++) {
                Object element = list.get(i);
                if (isAbsent(element)) {
                    generator.writeNull();
                } else {
                    value(element);
                }
            }
            generator.writeEndArray();
        } else {
            throw new IllegalArgumentException(
                    "no value of the trace format: " + value.getClass().getName());
        }
    }

    /** JSON has no NaN and no infinity. */
    private static boolean isAbsent(Object value) {
        return value == null || (value instanceof Double number && !Double.isFinite(number));
    }

    private void hex(long id, int offset) {
        long rest = id;
        for (int i = offset + ID_DIGITS - 1; i >= offset; i--) {
            hex[i] = DIGITS[(int) (rest & 0xf)];
            rest >>>= 4;
        }
    }

    private JsonGenerator generate() {
        return factory.createGenerator(ObjectWriteContext.empty(), buffer);
    }
}
