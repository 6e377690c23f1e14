// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.export.ProtobufMessage;
import io.agentprofiler.analyzer.formats.otlp.wire.Encoding.PartialSuccess;
import io.agentprofiler.analyzer.formats.otlp.wire.Message.DamagedException;
import io.agentprofiler.analyzer.formats.otlp.wire.SpanBuilder.Skipped;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Protocol Buffers. Numbers of fields are those of {@code opentelemetry/proto} 1.x, which does not change them any more. */
public final class ProtobufEncoding implements Encoding {
    static final int REQUEST_RESOURCE_SPANS = 1;
    static final int RESOURCE_SPANS_RESOURCE = 1;
    static final int RESOURCE_SPANS_SCOPE_SPANS = 2;
    private static final int RESOURCE_ATTRIBUTES = 1;
    private static final int SCOPE_SPANS_SCOPE = 1;
    static final int SCOPE_SPANS_SPANS = 2;
    private static final int SCOPE_SPANS_SCHEMA = 3;
    private static final int SCOPE_NAME = 1;
    private static final int SCOPE_VERSION = 2;

    private static final int SPAN_TRACE = 1;
    private static final int SPAN_ID = 2;
    private static final int SPAN_PARENT = 4;
    private static final int SPAN_NAME = 5;
    private static final int SPAN_KIND = 6;
    private static final int SPAN_START = 7;
    private static final int SPAN_END = 8;
    private static final int SPAN_ATTRIBUTES = 9;
    private static final int SPAN_EVENTS = 11;
    private static final int SPAN_DROPPED_EVENTS = 12;
    private static final int SPAN_LINKS = 13;
    private static final int SPAN_STATUS = 15;
    private static final int SPAN_FLAGS = 16;

    private static final int EVENT_TIME = 1;
    private static final int EVENT_NAME = 2;
    private static final int EVENT_ATTRIBUTES = 3;
    private static final int LINK_TRACE = 1;
    private static final int LINK_SPAN = 2;
    private static final int LINK_ATTRIBUTES = 4;
    private static final int LINK_FLAGS = 6;
    private static final int STATUS_MESSAGE = 2;
    private static final int STATUS_CODE = 3;

    private static final int PAIR_KEY = 1;
    private static final int PAIR_VALUE = 2;
    private static final int VALUE_TEXT = 1;
    private static final int VALUE_BOOL = 2;
    private static final int VALUE_INT = 3;
    private static final int VALUE_DOUBLE = 4;
    private static final int VALUE_ARRAY = 5;
    private static final int VALUE_PAIRS = 6;
    private static final int ARRAY_VALUES = 1;
    private static final int PAIRS_VALUES = 1;

    private static final int RESPONSE_PARTIAL_SUCCESS = 1;
    private static final int PARTIAL_REJECTED = 1;
    private static final int PARTIAL_MESSAGE = 2;

    @Override
    public String mediaType() {
        return "application/x-protobuf";
    }

    @Override
    public byte[] span(OtlpSpan span) {
        ProtobufMessage message = new ProtobufMessage()
                .bytes(SPAN_TRACE, trace(span.trace().high(), span.trace().low()))
                .bytes(SPAN_ID, id(span.id()));
        if (span.parent() != 0) {
            message.bytes(SPAN_PARENT, id(span.parent()));
        }
        message.text(SPAN_NAME, span.name())
                .number(SPAN_KIND, span.kind())
                .fixed(SPAN_START, Encoding.nanos(span.startNanos()))
                .fixed(SPAN_END, Encoding.nanos(span.endNanos()));
        attributes(message, SPAN_ATTRIBUTES, span.attributes());
        for (OtlpSpan.Event event : span.events()) {
            ProtobufMessage happened = new ProtobufMessage()
                    .fixed(EVENT_TIME, Encoding.nanos(event.epochNanos()))
                    .text(EVENT_NAME, event.name());
            attributes(happened, EVENT_ATTRIBUTES, event.attributes());
            message.message(SPAN_EVENTS, happened);
        }
        if (span.around().droppedEvents() > 0) {
            message.number(SPAN_DROPPED_EVENTS, Encoding.count(span.around().droppedEvents()));
        }
        for (OtlpSpan.SpanLink link : span.around().links()) {
            ProtobufMessage other = new ProtobufMessage()
                    .bytes(LINK_TRACE, trace(link.trace().high(), link.trace().low()))
                    .bytes(LINK_SPAN, id(link.span()));
            attributes(other, LINK_ATTRIBUTES, link.attributes());
            message.message(SPAN_LINKS, other.fixed32(LINK_FLAGS, OtlpSpan.LOCAL));
        }
        ProtobufMessage status = new ProtobufMessage();
        if (span.status().message() != null) {
            status.text(STATUS_MESSAGE, span.status().message());
        }
        return message.message(
                        SPAN_STATUS,
                        status.number(STATUS_CODE, span.status().code().ordinal()))
                .fixed32(SPAN_FLAGS, span.flags())
                .toBytes();
    }

    @Override
    public byte[] request(Resource resource, List<byte[]> spans) {
        ProtobufMessage program = new ProtobufMessage();
        attributes(program, RESOURCE_ATTRIBUTES, resource.attributes());
        ProtobufMessage scope = new ProtobufMessage().text(SCOPE_NAME, Resource.SCOPE);
        if (resource.scopeVersion() != null) {
            scope.text(SCOPE_VERSION, resource.scopeVersion());
        }
        ProtobufMessage scopeSpans = new ProtobufMessage().message(SCOPE_SPANS_SCOPE, scope);
        for (byte[] span : spans) {
            scopeSpans.bytes(SCOPE_SPANS_SPANS, span);
        }
        if (resource.schemaUrl() != null) {
            scopeSpans.text(SCOPE_SPANS_SCHEMA, resource.schemaUrl());
        }
        return new ProtobufMessage()
                .message(
                        REQUEST_RESOURCE_SPANS,
                        new ProtobufMessage()
                                .message(RESOURCE_SPANS_RESOURCE, program)
                                .message(RESOURCE_SPANS_SCOPE_SPANS, scopeSpans))
                .toBytes();
    }

    private static byte[] id(long id) {
        return ByteBuffer.allocate(Long.BYTES).putLong(id).array();
    }

    private static byte[] trace(long high, long low) {
        return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
    }

    private static void attributes(ProtobufMessage into, int field, Map<String, Object> attributes) {
        attributes.forEach((name, value) ->
                into.message(field, new ProtobufMessage().text(PAIR_KEY, name).message(PAIR_VALUE, value(value))));
    }

    private static ProtobufMessage value(Object value) {
        if (value instanceof Boolean truth) {
            return new ProtobufMessage().number(VALUE_BOOL, truth ? 1 : 0);
        }
        if (value instanceof Long number) {
            return new ProtobufMessage().number(VALUE_INT, number);
        }
        if (value instanceof Double number) {
            return new ProtobufMessage().real(VALUE_DOUBLE, number);
        }
        if (value instanceof List<?> list) {
            ProtobufMessage array = new ProtobufMessage();
            list.forEach(element -> array.message(ARRAY_VALUES, value(element)));
            return new ProtobufMessage().message(VALUE_ARRAY, array);
        }
        return new ProtobufMessage().text(VALUE_TEXT, (String) value);
    }

    @Override
    public PartialSuccess answer(byte[] body) {
        byte[] partial = Message.lastBytes(body, RESPONSE_PARTIAL_SUCCESS);
        return new PartialSuccess(
                Math.max(0, Message.lastNumber(partial, PARTIAL_REJECTED)), text(partial, PARTIAL_MESSAGE));
    }

    /** Returns the text of a field of a message; empty where there is none, and where the bytes are no message. */
    public static String text(byte[] message, int field) {
        return new String(Message.lastBytes(message, field), StandardCharsets.UTF_8);
    }

    /** Makes spans of messages, by the numbers of opentelemetry-proto's fields. */
    static final class SpanMessage {
        /** Values within values beyond which nobody has made them by hand. */
        private static final int MAX_DEPTH = 100;

        private SpanMessage() {}

        /** Returns the span, {@code null} where it cannot be one; that is then counted. */
        static OtlpSpan span(Message message, Skipped skipped, String place) throws DamagedException {
            SpanBuilder span = new SpanBuilder(skipped, place);
            while (message.next()) {
                switch (message.field()) {
                    case SPAN_TRACE -> span.trace(message.bytes());
                    case SPAN_ID -> span.id(message.bytes());
                    case SPAN_PARENT -> span.parent(message.bytes());
                    case SPAN_NAME -> span.name(message.text());
                    case SPAN_KIND -> span.kind(message.number());
                    case SPAN_START -> span.start(message.number());
                    case SPAN_END -> span.end(message.number());
                    case SPAN_ATTRIBUTES -> attribute(message.message(), span.attributes(), 0);
                    case SPAN_EVENTS -> span.event(event(message.message()));
                    case SPAN_STATUS -> status(message.message(), span);
                    case SPAN_FLAGS -> span.flags(message.number());
                    default -> {
                        // trace state, links, counts of what was dropped
                    }
                }
            }
            return span.build();
        }

        private static OtlpSpan.Event event(Message message) throws DamagedException {
            long time = Unknown.LONG;
            String name = "";
            Map<String, Object> attributes = new LinkedHashMap<>();
            while (message.next()) {
                switch (message.field()) {
                    case EVENT_TIME -> time = message.number() <= 0 ? Unknown.LONG : message.number();
                    case EVENT_NAME -> name = message.text();
                    case EVENT_ATTRIBUTES -> attribute(message.message(), attributes, 0);
                    default -> {
                        // a count of what was dropped
                    }
                }
            }
            return new OtlpSpan.Event(time, name, attributes);
        }

        private static void status(Message message, SpanBuilder span) throws DamagedException {
            String text = null;
            long code = 0;
            while (message.next()) {
                if (message.field() == STATUS_MESSAGE && !message.text().isEmpty()) {
                    text = message.text();
                } else if (message.field() == STATUS_CODE) {
                    code = message.number();
                }
            }
            span.status(code, text);
        }

        /** Returns the attributes of a resource. */
        static Map<String, Object> resource(Message message) throws DamagedException {
            Map<String, Object> attributes = new LinkedHashMap<>();
            while (message.next()) {
                if (message.field() == RESOURCE_ATTRIBUTES) {
                    attribute(message.message(), attributes, 0);
                }
            }
            return attributes;
        }

        private static void attribute(Message message, Map<String, Object> into, int depth) throws DamagedException {
            String key = null;
            Object value = null;
            while (message.next()) {
                if (message.field() == PAIR_KEY) {
                    key = message.text();
                } else if (message.field() == PAIR_VALUE) {
                    value = any(message.message(), depth);
                }
            }
            if (key != null && value != null) {
                into.put(key, value);
            }
        }

        private static Object any(Message message, int depth) throws DamagedException {
            if (depth > MAX_DEPTH) {
                throw new DamagedException("values within values, more than " + MAX_DEPTH + " deep");
            }
            Object value = null;
            while (message.next()) {
                value = switch (message.field()) {
                    case VALUE_TEXT -> message.text();
                    case VALUE_BOOL -> (Object) (message.number() != 0);
                    case VALUE_INT -> (Object) message.number();
                    case VALUE_DOUBLE -> (Object) message.fraction();
                    case VALUE_ARRAY -> array(message.message(), depth);
                    case VALUE_PAIRS -> pairs(message.message(), depth);
                    // bytes, and what a later version may have
                    default -> value;
                };
            }
            return value;
        }

        private static List<Object> array(Message message, int depth) throws DamagedException {
            List<Object> elements = new ArrayList<>();
            while (message.next()) {
                if (message.field() == ARRAY_VALUES) {
                    elements.add(any(message.message(), depth + 1));
                }
            }
            return elements;
        }

        private static Map<String, Object> pairs(Message message, int depth) throws DamagedException {
            Map<String, Object> pairs = new LinkedHashMap<>();
            while (message.next()) {
                if (message.field() == PAIRS_VALUES) {
                    attribute(message.message(), pairs, depth + 1);
                }
            }
            return pairs;
        }
    }
}
