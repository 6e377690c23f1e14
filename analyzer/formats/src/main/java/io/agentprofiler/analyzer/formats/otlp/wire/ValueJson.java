// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import io.agentprofiler.analyzer.view.cell.Units;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Values as JSON. <b>Threading:</b> stateless. */
public final class ValueJson {
    private static final JsonFactory JSON = new JsonFactory();

    private ValueJson() {}

    /**
     * Returns texts, numbers, truth values, and lists and maps of these as JSON on one line. Numbers that JSON does not have become
     * texts, as Protocol Buffers have it.
     */
    public static String of(Object value) {
        // not to bytes: a writer of these fails on half a character, which an application may well have recorded
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            write(json, value);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Object value) {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            map.forEach((name, inside) -> {
                json.writeName(String.valueOf(name));
                write(json, inside);
            });
            json.writeEndObject();
        } else if (value instanceof Iterable<?> elements) {
            json.writeStartArray();
            elements.forEach(element -> write(json, element));
            json.writeEndArray();
        } else if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            json.writeNumber(number);
        } else if (value instanceof Long || value instanceof Integer) {
            json.writeNumber(((Number) value).longValue());
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(Units.decimal(number));
        } else if (value instanceof BigInteger number) {
            json.writeNumber(number);
        } else {
            json.writeString(value.toString());
        }
    }
}
