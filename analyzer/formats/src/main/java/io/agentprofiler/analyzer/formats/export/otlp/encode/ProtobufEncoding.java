// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.encode;

import io.agentprofiler.analyzer.formats.export.Fields;
import io.agentprofiler.analyzer.formats.export.ProtobufMessage;
import io.agentprofiler.analyzer.formats.export.otlp.span.ExportedSpan;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Protocol Buffers. Numbers of fields are those of {@code opentelemetry/proto} 1.x, which does not change them any more. */
public final class ProtobufEncoding implements Encoding {
    private static final int REQUEST_RESOURCE_SPANS = 1;
    private static final int RESOURCE_SPANS_RESOURCE = 1;
    private static final int RESOURCE_SPANS_SCOPE_SPANS = 2;
    private static final int RESOURCE_ATTRIBUTES = 1;
    private static final int SCOPE_SPANS_SCOPE = 1;
    private static final int SCOPE_SPANS_SPANS = 2;
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
    private static final int ARRAY_VALUES = 1;

    private static final int RESPONSE_PARTIAL_SUCCESS = 1;
    private static final int PARTIAL_REJECTED = 1;
    private static final int PARTIAL_MESSAGE = 2;

    @Override
    public String mediaType() {
        return "application/x-protobuf";
    }

    @Override
    public byte[] span(ExportedSpan span) {
        ProtobufMessage message = new ProtobufMessage()
                .bytes(SPAN_TRACE, trace(span.trace().high(), span.trace().low()))
                .bytes(SPAN_ID, id(span.id()));
        if (span.parent() != 0) {
            message.bytes(SPAN_PARENT, id(span.parent()));
        }
        message.text(SPAN_NAME, span.name())
                .number(SPAN_KIND, Wire.kind(span))
                .fixed(SPAN_START, Wire.nanos(span.startNanos()))
                .fixed(SPAN_END, Wire.nanos(span.endNanos()));
        attributes(message, SPAN_ATTRIBUTES, span.attributes());
        for (ExportedSpan.Event event : span.events()) {
            ProtobufMessage happened = new ProtobufMessage()
                    .fixed(EVENT_TIME, Wire.nanos(event.nanos()))
                    .text(EVENT_NAME, event.name());
            attributes(happened, EVENT_ATTRIBUTES, event.attributes());
            message.message(SPAN_EVENTS, happened);
        }
        if (span.droppedEvents() > 0) {
            message.number(SPAN_DROPPED_EVENTS, Wire.count(span.droppedEvents()));
        }
        for (ExportedSpan.Link link : span.links()) {
            ProtobufMessage other = new ProtobufMessage()
                    .bytes(LINK_TRACE, trace(link.trace().high(), link.trace().low()))
                    .bytes(LINK_SPAN, id(link.span()));
            attributes(other, LINK_ATTRIBUTES, link.attributes());
            message.message(SPAN_LINKS, other.fixed32(LINK_FLAGS, Wire.LOCAL));
        }
        ProtobufMessage status = new ProtobufMessage();
        if (span.status().message() != null) {
            status.text(STATUS_MESSAGE, span.status().message());
        }
        return message.message(
                        SPAN_STATUS,
                        status.number(STATUS_CODE, span.status().code().ordinal()))
                .fixed32(SPAN_FLAGS, Wire.flags(span))
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
        Fields partial = Fields.of(body).message(RESPONSE_PARTIAL_SUCCESS);
        return new PartialSuccess(Math.max(0, partial.number(PARTIAL_REJECTED)), partial.text(PARTIAL_MESSAGE));
    }
}
