// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads messages of Protocol Buffers by the specification of their encoding: numbers of fields and their values. */
final class Wire {
    private final Map<Integer, List<Object>> fields = new LinkedHashMap<>();

    Wire(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            long tag = varint(in);
            Object value = switch ((int) (tag & 7)) {
                case 0 -> varint(in);
                case 1 -> in.getLong();
                case 2 -> {
                    byte[] inner = new byte[Math.toIntExact(varint(in))];
                    in.get(inner);
                    yield inner;
                }
                default -> throw new AssertionError("type " + (tag & 7));
            };
            fields.computeIfAbsent((int) (tag >>> 3), any -> new ArrayList<>()).add(value);
        }
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    boolean has(int field) {
        return fields.containsKey(field);
    }

    private Object one(int field) {
        List<Object> values = fields.getOrDefault(field, List.of());
        if (values.size() != 1) {
            throw new AssertionError(values.size() + " times " + field + " in " + fields.keySet());
        }
        return values.get(0);
    }

    long number(int field) {
        return (Long) one(field);
    }

    List<Long> numbers(int field) {
        return fields.getOrDefault(field, List.of()).stream()
                .map(value -> (Long) value)
                .toList();
    }

    double real(int field) {
        return Double.longBitsToDouble(number(field));
    }

    String text(int field) {
        return new String((byte[]) one(field), StandardCharsets.UTF_8);
    }

    Wire message(int field) {
        return new Wire((byte[]) one(field));
    }

    List<Wire> messages(int field) {
        return fields.getOrDefault(field, List.of()).stream()
                .map(value -> new Wire((byte[]) value))
                .toList();
    }
}
