// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.CommandRun;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What OpenTelemetry's own decoder finds in an export. */
record Decoded(TracesData data) {
    /** Exports a run to a file in both encodings, which must say the same. */
    static Decoded export(Path directory, Object... arguments) throws IOException {
        Path json = file(directory.resolve("out.jsonl"), "json", arguments);
        Path protobuf = file(directory.resolve("out.pb"), "protobuf", arguments);
        TracesData data = TracesData.parseFrom(Files.readAllBytes(protobuf));
        // how spans are put together to requests depends on their size, which is not the same
        assertThat(spans(OtlpJson.lines(Files.readAllLines(json)))).isEqualTo(spans(data));
        return new Decoded(data);
    }

    private static Path file(Path file, String encoding, Object... arguments) {
        CommandRun analyzer = new CommandRun();
        List<Object> all = new ArrayList<>(List.of("export", "otlp", "--encoding", encoding, "--out", file));
        all.addAll(List.of(arguments));
        assertThat(analyzer.run(all.toArray())).as(analyzer.err()).isZero();
        return file;
    }

    private static List<Span> spans(TracesData data) {
        return data.getResourceSpansList().stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .toList();
    }

    List<Span> spans() {
        return spans(data);
    }

    Span span(String name) {
        List<Span> found =
                spans().stream().filter(span -> span.getName().equals(name)).toList();
        assertThat(found).as(name).hasSize(1);
        return found.get(0);
    }

    List<ResourceSpans> requests() {
        return data.getResourceSpansList();
    }

    static String id(com.google.protobuf.ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    static Map<String, Object> attributes(Span span) {
        return attributes(span.getAttributesList());
    }

    /** Returns attributes as texts, longs, doubles, truth values and lists. No name may be there twice. */
    static Map<String, Object> attributes(List<KeyValue> pairs) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        pairs.forEach(pair -> assertThat(attributes.put(pair.getKey(), value(pair.getValue())))
                .as(pair.getKey())
                .isNull());
        return attributes;
    }

    private static Object value(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case BOOL_VALUE -> value.getBoolValue();
            case INT_VALUE -> value.getIntValue();
            case DOUBLE_VALUE -> value.getDoubleValue();
            case ARRAY_VALUE ->
                value.getArrayValue().getValuesList().stream()
                        .map(Decoded::value)
                        .toList();
            default -> throw new AssertionError(value);
        };
    }
}
