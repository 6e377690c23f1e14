// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.wire.Encoding.PartialSuccess;
import io.agentprofiler.analyzer.formats.otlp.wire.SpanBuilder.Skipped;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
    public byte[] span(OtlpSpan span) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("traceId", span.trace().toString());
        object.put("spanId", TraceId.spanText(span.id()));
        if (span.parent() != 0) {
            object.put("parentSpanId", TraceId.spanText(span.parent()));
        }
        object.put("flags", (long) span.flags());
        object.put("name", span.name());
        object.put("kind", (long) span.kind());
        object.put("startTimeUnixNano", time(span.startNanos()));
        object.put("endTimeUnixNano", time(span.endNanos()));
        object.put("attributes", attributes(span.attributes()));
        if (!span.events().isEmpty()) {
            object.put("events", span.events().stream().map(JsonEncoding::event).toList());
        }
        if (span.around().droppedEvents() > 0) {
            object.put("droppedEventsCount", Encoding.count(span.around().droppedEvents()));
        }
        if (!span.around().links().isEmpty()) {
            object.put(
                    "links",
                    span.around().links().stream().map(JsonEncoding::link).toList());
        }
        Map<String, Object> status = new LinkedHashMap<>();
        if (span.status().message() != null) {
            status.put("message", span.status().message());
        }
        status.put("code", (long) span.status().code().ordinal());
        object.put("status", status);
        return bytes(ValueJson.of(object));
    }

    private static Map<String, Object> event(OtlpSpan.Event event) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("timeUnixNano", time(event.epochNanos()));
        object.put("name", event.name());
        if (!event.attributes().isEmpty()) {
            object.put("attributes", attributes(event.attributes()));
        }
        return object;
    }

    private static Map<String, Object> link(OtlpSpan.SpanLink link) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("traceId", link.trace().toString());
        object.put("spanId", TraceId.spanText(link.span()));
        object.put("attributes", attributes(link.attributes()));
        object.put("flags", (long) OtlpSpan.LOCAL);
        return object;
    }

    private static String time(long nanos) {
        return Long.toString(Encoding.nanos(nanos));
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

    /**
     * Makes a span of a JSON object. Names of fields in lowerCamelCase or snake_case; ids in hex, or in Base64 as protobuf's own JSON has
     * them; whole numbers as numbers or texts; kinds and status codes as numbers or names.
     */
    static final class SpanFields {
        private static final HexFormat HEX = HexFormat.of();
        private static final int MAX_SHOWN = 40;

        private final Skipped skipped;

        SpanFields(Skipped skipped) {
            this.skipped = skipped;
        }

        /** Returns the span, {@code null} where it cannot be one; that is then counted. */
        OtlpSpan span(Object value, String place) {
            if (!(value instanceof Map<?, ?> fields)) {
                skipped.count(place, "expected a span, found " + shown(value) + "; left out");
                return null;
            }
            SpanBuilder span = new SpanBuilder(skipped, place);
            span.trace(id(get(fields, "traceId", "trace_id"), 16));
            span.id(id(get(fields, "spanId", "span_id"), 8));
            span.parent(id(get(fields, "parentSpanId", "parent_span_id"), 8));
            span.name(get(fields, "name", "name") instanceof String name ? name : null);
            span.kind(kind(get(fields, "kind", "kind"), place));
            Long flags = whole(fields.get("flags"));
            span.flags(flags == null ? 0 : flags);
            span.start(time(fields, "startTimeUnixNano", "start_time_unix_nano", place));
            span.end(time(fields, "endTimeUnixNano", "end_time_unix_nano", place));
            span.attributes(attributes(fields.get("attributes"), place + "/attributes"));
            events(fields.get("events"), place + "/events", span);
            if (fields.get("status") instanceof Map<?, ?> status) {
                Object code = status.get("code");
                boolean failed = code instanceof String text
                        && text.toUpperCase(Locale.ROOT).endsWith("ERROR");
                Long number = whole(code);
                span.status(
                        failed ? (Long) (long) OtlpSpan.Code.ERROR.ordinal() : number == null ? 0 : number,
                        status.get("message") instanceof String message && !message.isEmpty() ? message : null);
            }
            return span.build();
        }

        private void events(Object value, String place, SpanBuilder span) {
            List<?> events = list(value, place);
            for (int i = 0; i < events.size(); i++) {
                String at = place + '/' + i;
                if (events.get(i) instanceof Map<?, ?> event) {
                    long time = time(event, "timeUnixNano", "time_unix_nano", at);
                    span.event(new OtlpSpan.Event(
                            time <= 0 ? Unknown.LONG : time,
                            event.get("name") instanceof String name ? name : "",
                            attributes(event.get("attributes"), at + "/attributes")));
                } else {
                    skipped.count(at, "expected an event, found " + shown(events.get(i)) + "; left out");
                }
            }
        }

        private List<?> list(Object value, String place) {
            if (value instanceof List<?> list) {
                return list;
            }
            if (value != null) {
                skipped.count(place, "expected a list, found " + shown(value) + "; left out");
            }
            return List.of();
        }

        /** Returns attributes; those that are no attribute are counted. */
        Map<String, Object> attributes(Object value, String place) {
            Map<String, Object> attributes = new LinkedHashMap<>();
            List<?> list = list(value, place);
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i) instanceof Map<?, ?> attribute && attribute.get("key") instanceof String key) {
                    Object any = any(attribute.get("value"), place, i);
                    if (any != null) {
                        attributes.put(key, any);
                    }
                } else {
                    skipped.count(
                            place + '/' + i, "expected key and value, found " + shown(list.get(i)) + "; left out");
                }
            }
            return attributes;
        }

        private Object any(Object value, String place, int index) {
            if (value == null) {
                return null;
            }
            if (!(value instanceof Map<?, ?> wrapped)) {
                skipped.count(
                        place + '/' + index + "/value",
                        "expected an object such as {\"stringValue\": …}, found " + shown(value) + "; left out");
                return null;
            }
            for (Map.Entry<?, ?> field : wrapped.entrySet()) {
                Object inside = field.getValue();
                switch (field.getKey().toString()) {
                    case "stringValue", "string_value" -> {
                        return inside instanceof String ? inside : wrong(inside, "a text", place, index);
                    }
                    case "intValue", "int_value" -> {
                        Long number = whole(inside);
                        return number == null ? wrong(inside, "a whole number", place, index) : number;
                    }
                    case "doubleValue", "double_value" -> {
                        Double number = fraction(inside);
                        return number == null ? wrong(inside, "a number", place, index) : number;
                    }
                    case "boolValue", "bool_value" -> {
                        return inside instanceof Boolean ? inside : wrong(inside, "true or false", place, index);
                    }
                    case "arrayValue", "array_value" -> {
                        List<Object> elements = new ArrayList<>();
                        if (inside instanceof Map<?, ?> array) {
                            for (Object element : list(array.get("values"), place + '/' + index)) {
                                elements.add(any(element, place, index));
                            }
                        }
                        return elements;
                    }
                    case "kvlistValue", "kvlist_value" -> {
                        return inside instanceof Map<?, ?> map
                                ? attributes(map.get("values"), place + '/' + index + "/value/kvlistValue/values")
                                : wrong(inside, "an object", place, index);
                    }
                    default -> {
                        // bytesValue, and what a later version may have
                    }
                }
            }
            return null;
        }

        private Object wrong(Object found, String expected, String place, int index) {
            if (found != null) {
                skipped.count(
                        place + '/' + index + "/value",
                        "expected " + expected + ", found " + shown(found) + "; left out");
            }
            return null;
        }

        private long time(Map<?, ?> fields, String name, String otherName, String place) {
            Object value = get(fields, name, otherName);
            Long time = whole(value);
            if (value != null && (time == null || time < 0)) {
                skipped.count(
                        place + '/' + name, "expected nanoseconds since 1970, found " + shown(value) + "; left out");
                return 0;
            }
            return time == null ? 0 : time;
        }

        private long kind(Object value, String place) {
            if (value instanceof String text) {
                return switch (text.toUpperCase(Locale.ROOT).replace("SPAN_KIND_", "")) {
                    case "INTERNAL" -> OtlpSpan.INTERNAL;
                    case "SERVER" -> OtlpSpan.SERVER;
                    case "CLIENT" -> OtlpSpan.CLIENT;
                    case "PRODUCER" -> OtlpSpan.PRODUCER;
                    case "CONSUMER" -> OtlpSpan.CONSUMER;
                    default -> whole(text) == null ? 0 : whole(text);
                };
            }
            Long number = whole(value);
            if (value != null && number == null) {
                skipped.count(place + "/kind", "expected a number, found " + shown(value) + "; left out");
            }
            return number == null ? 0 : number;
        }

        private static Object get(Map<?, ?> fields, String name, String otherName) {
            Object value = fields.get(name);
            return value == null ? fields.get(otherName) : value;
        }

        /** Returns an id's bytes, {@code null} where it is none. */
        private static byte[] id(Object value, int bytes) {
            if (!(value instanceof String text)) {
                return null;
            }
            if (text.isEmpty()) {
                return new byte[0];
            }
            try {
                return text.length() == bytes * 2
                        ? HEX.parseHex(text)
                        : Base64.getDecoder().decode(text);
            } catch (IllegalArgumentException e) {
                // one byte is no id: whoever builds the span counts it
                return new byte[1];
            }
        }

        private static Long whole(Object value) {
            if (value instanceof Long number) {
                return number;
            }
            if (value instanceof String text && !text.isEmpty() && text.length() <= 20) {
                try {
                    return Long.valueOf(text);
                } catch (NumberFormatException e) {
                    return null;
                }
            }
            // scripting languages write large whole numbers as 1.7e18
            return value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 0x1p63
                    ? (Long) number.longValue()
                    : null;
        }

        private static Double fraction(Object value) {
            if (value instanceof Long number) {
                return number.doubleValue();
            }
            if (value instanceof String text && text.length() <= MAX_SHOWN) {
                try {
                    return Double.valueOf(text);
                } catch (NumberFormatException e) {
                    return null;
                }
            }
            return value instanceof Double number ? number : null;
        }

        private static String shown(Object value) {
            if (value instanceof Map) {
                return "an object";
            }
            if (value instanceof List) {
                return "a list";
            }
            if (value instanceof String text) {
                // what people said must not get into messages: a short word tells a mistake, a long text is content
                return text.length() <= MAX_SHOWN && text.matches("[\\w.:+-]*") ? '"' + text + '"' : "a text";
            }
            return value == null ? "nothing" : String.valueOf(value);
        }
    }
}
