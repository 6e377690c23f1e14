// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.encode;

import io.agentprofiler.analyzer.formats.export.otlp.span.ExportedSpan;
import io.agentprofiler.analyzer.formats.export.otlp.span.ValueJson;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** JSON as OTLP has it: ids in hexadecimal digits, enumerations as numbers, numbers of 64 bits as texts. */
public final class JsonEncoding implements Encoding {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public String mediaType() {
        return "application/json";
    }

    @Override
    public byte[] span(ExportedSpan span) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("traceId", span.trace().toString());
        object.put("spanId", TraceId.spanText(span.id()));
        if (span.parent() != 0) {
            object.put("parentSpanId", TraceId.spanText(span.parent()));
        }
        object.put("flags", (long) Wire.flags(span));
        object.put("name", span.name());
        object.put("kind", (long) Wire.kind(span));
        object.put("startTimeUnixNano", time(span.startNanos()));
        object.put("endTimeUnixNano", time(span.endNanos()));
        object.put("attributes", attributes(span.attributes()));
        if (!span.events().isEmpty()) {
            object.put("events", span.events().stream().map(JsonEncoding::event).toList());
        }
        if (span.droppedEvents() > 0) {
            object.put("droppedEventsCount", Wire.count(span.droppedEvents()));
        }
        if (!span.links().isEmpty()) {
            object.put("links", span.links().stream().map(JsonEncoding::link).toList());
        }
        Map<String, Object> status = new LinkedHashMap<>();
        if (span.status().message() != null) {
            status.put("message", span.status().message());
        }
        status.put("code", (long) span.status().code().ordinal());
        object.put("status", status);
        return bytes(ValueJson.of(object));
    }

    private static Map<String, Object> event(ExportedSpan.Event event) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("timeUnixNano", time(event.nanos()));
        object.put("name", event.name());
        if (!event.attributes().isEmpty()) {
            object.put("attributes", attributes(event.attributes()));
        }
        return object;
    }

    private static Map<String, Object> link(ExportedSpan.Link link) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("traceId", link.trace().toString());
        object.put("spanId", TraceId.spanText(link.span()));
        object.put("attributes", attributes(link.attributes()));
        object.put("flags", (long) Wire.LOCAL);
        return object;
    }

    private static String time(long nanos) {
        return Long.toString(Wire.nanos(nanos));
    }

    private static List<Object> attributes(Map<String, Object> attributes) {
        List<Object> pairs = new ArrayList<>(attributes.size());
        attributes.forEach((name, value) -> {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("key", name);
            pair.put("value", value(value));
            pairs.add(pair);
        });
        return pairs;
    }

    private static Map<String, Object> value(Object value) {
        if (value instanceof Long number) {
            return Map.of("intValue", number.toString());
        }
        if (value instanceof List<?> list) {
            return Map.of(
                    "arrayValue",
                    Map.of("values", list.stream().map(JsonEncoding::value).toList()));
        }
        return Map.of(
                value instanceof Double ? "doubleValue" : value instanceof Boolean ? "boolValue" : "stringValue",
                value);
    }

    @Override
    public byte[] request(Resource resource, List<byte[]> spans) {
        Map<String, Object> scope = new LinkedHashMap<>();
        scope.put("name", Resource.SCOPE);
        if (resource.scopeVersion() != null) {
            scope.put("version", resource.scopeVersion());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes("{\"resourceSpans\":[{\"resource\":"
                + ValueJson.of(Map.of("attributes", attributes(resource.attributes())))
                + ",\"scopeSpans\":[{\"scope\":" + ValueJson.of(scope) + ",\"spans\":["));
        boolean first = true;
        for (byte[] span : spans) {
            if (!first) {
                out.write(',');
            }
            out.writeBytes(span);
            first = false;
        }
        out.writeBytes(bytes(
                resource.schemaUrl() == null
                        ? "]}]}]}"
                        : "],\"schemaUrl\":" + ValueJson.of(resource.schemaUrl()) + "}]}]}"));
        return out.toByteArray();
    }

    /** Half a character, which JSON in UTF-8 cannot hold, becomes a question mark. */
    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public PartialSuccess answer(byte[] body) {
        long rejected = 0;
        String message = "";
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            int depth = 0;
            boolean inside = false;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isStructStart()) {
                    depth++;
                    inside |= depth == 2 && "partialSuccess".equals(parser.currentName());
                } else if (token.isStructEnd()) {
                    inside &= --depth >= 2;
                } else if (inside && depth == 2 && token.isScalarValue()) {
                    String name = parser.currentName();
                    if ("rejectedSpans".equals(name)) {
                        rejected = Math.max(0, parser.getValueAsLong());
                    } else if ("errorMessage".equals(name)) {
                        message = String.valueOf(parser.getValueAsString());
                    }
                }
            }
        } catch (JacksonException e) {
            return PartialSuccess.NONE;
        }
        return new PartialSuccess(rejected, message);
    }
}
