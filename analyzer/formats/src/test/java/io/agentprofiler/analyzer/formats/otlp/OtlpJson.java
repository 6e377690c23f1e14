// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.agentprofiler.analyzer.testing.Json;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Reads OTLP's JSON by the definition of its messages; a field that these do not have, or of another type, fails the test. */
final class OtlpJson {
    private OtlpJson() {}

    static TracesData traces(String json) {
        TracesData.Builder builder = TracesData.newBuilder();
        fill(builder, Json.of(json));
        return builder.build();
    }

    private static void fill(Message.Builder into, Json json) {
        ((Map<?, ?>) json.value()).forEach((name, value) -> field(into, (String) name, (Json) value));
    }

    private static void field(Message.Builder into, String name, Json value) {
        FieldDescriptor field = into.getDescriptorForType().getFields().stream()
                .filter(each -> each.getJsonName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " in " + into.getDescriptorForType()));
        if (field.isRepeated()) {
            value.items().forEach(item -> into.addRepeatedField(field, value(into, field, item)));
        } else {
            into.setField(field, value(into, field, value));
        }
    }

    private static Object value(Message.Builder into, FieldDescriptor field, Json value) {
        return switch (field.getJavaType()) {
            case MESSAGE -> {
                Message.Builder inner = into.newBuilderForField(field);
                fill(inner, value);
                yield inner.build();
            }
            case BYTE_STRING -> ByteString.copyFrom(HexFormat.of().parseHex((String) value.value()));
            case ENUM -> field.getEnumType().findValueByNumber((int) value.count());
            case INT -> (int) value.count();
            // numbers of 64 bits are texts
            case LONG -> Long.parseLong((String) value.value());
            case DOUBLE ->
                value.value() instanceof String text
                        ? Double.parseDouble(text)
                        : value.amount().doubleValue();
            case STRING -> (String) value.value();
            case BOOLEAN -> (Boolean) value.value();
            case FLOAT -> throw new AssertionError(field);
        };
    }

    /** Returns all requests of a file as one. */
    static TracesData lines(List<String> lines) {
        TracesData.Builder all = TracesData.newBuilder();
        lines.forEach(line -> all.mergeFrom(traces(line)));
        return all.build();
    }
}
